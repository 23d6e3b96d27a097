// Has the server that runs with a data directory load its program anew, and ends with status 0 once it has:
// node scripts/reload.mjs --data DIRECTORY
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { readServerNote } from "../data-directory/server-note.ts";
import { Failure } from "../system/failure.ts";
import { runCommand } from "../system/run-command.ts";

const PATIENCE_MS = 60_000;
const LOOK_MS = 100;

await runCommand("reload", async () => {
  const { values } = parseArgs({ options: { data: { type: "string", default: ".data" } } });
  const read = () => {
    const note = readServerNote(values.data);
    if (note === null) throw new Failure(`no server runs with ${values.data}`);
    return note;
  };
  const { pid, reloads } = read();
  process.kill(pid, "SIGHUP");
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await pause(LOOK_MS)) {
    const { reloads: now } = read();
    if (now === undefined || now.count === reloads?.count) continue;
    if (now.problem !== null) throw new Failure(`the program of before goes on: ${now.problem}`);
    return;
  }
  throw new Failure(`the server has not loaded its program within ${PATIENCE_MS / 1000} s`);
});
