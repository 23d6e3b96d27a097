import { setTimeout as pause } from "node:timers/promises";
import { isServed } from "../data-directory/data-directory.ts";
import { readServerNote } from "../data-directory/server-note.ts";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";

const RELOAD_TIMEOUT_MS = 60_000;
const POLL_INTERVAL_MS = 100;

const help = `Usage: parley reload [options]

Makes the server that runs here with a data directory reload its program from disk, and waits until
it runs. If that fails, the exit status is 1, and the previous program keeps running.

  --data DIRECTORY  data directory of a server running on this machine (default .data)

Example: parley reload --data /var/lib/parley
`;

const options = { data: { type: "string", default: ".data" } } as const;

export const reloadCommand = command("reload", { help, options }, ({ values }) => reloadServer(values.data));

/** Makes a data directory's server reload its program and settings, and waits for the result. */
export async function reloadServer(data: string) {
  const read = () => {
    const note = readServerNote(data);
    if (note === null || !isServed(data)) throw new Failure(`no server runs with ${data}`);
    return note;
  };
  const { pid, reloads } = read();
  // The signal would end the server.
  if (reloads === undefined)
    throw new Failure(`the server of ${data} is still starting, or runs in a terminal: restart it there`);
  process.kill(pid, "SIGHUP");
  for (const deadline = Date.now() + RELOAD_TIMEOUT_MS; Date.now() < deadline; await pause(POLL_INTERVAL_MS)) {
    const { reloads: now } = read();
    if (now === undefined || now.count === reloads.count) continue;
    if (now.problem !== null) throw new Failure(`the previous program keeps running: ${now.problem}`);
    return;
  }
  throw new Failure(`the server has not loaded its program within ${RELOAD_TIMEOUT_MS / 1000} s`);
}
