import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Json, ownerOf } from "../../process/support/person.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import { EndpointImport } from "../import/endpoint-import.ts";
import { Tally } from "../import/kills.ts";
import { readWhole } from "../import/read-whole.ts";
import { both } from "../import/round.ts";
import { Crowd } from "../load/crowd.ts";
import { observe } from "../load/observe.ts";
import { checkArchive } from "./check-archive.ts";
import { CommandExport } from "./command-export.ts";
import { fill } from "./fill.ts";

/**
 * While users act, sends SIGKILL to servers that write and send an export, and to the command that downloads it. The
 * file contains everything from the time when the export began exactly once, has no dangling references, and can be
 * imported.
 */
export const exporting: Part = {
  name: "export",
  share: 2,
  briefRounds: 1,
  async run(trial) {
    const { random, isBrief } = trial;
    const folder = mkdtempSync(join(tmpdir(), "parley-torture-"));
    const tally = new Tally();
    try {
      const server = await trial.server({ args: ["--hot-window", String(random.pick([10, 50, 5000]))], fresh: true });
      const crowd = await Crowd.on(server, trial);
      const { world } = crowd;
      await fill(world, isBrief);
      crowd.start();
      await crowd.answered(isBrief ? 40 : 150);
      await crowd.settle();
      const before = { facts: await observe(world), moment: world.ledger.now };
      crowd.start();
      const file = join(folder, "whole.tar");
      const subdomain = world.owner.host.split(".")[0] ?? "";
      const command = new CommandExport(
        file,
        "--data",
        server.data,
        "--organization",
        subdomain,
        "--secrets",
        "--force",
      );
      await both(command.ended(), kill({ trial, server, tally }, command));
      await crowd.settle();
      await crowd.end();
      const whole = await readWhole(file);
      checkArchive(whole, world, before);
      await checkImport(trial, file, whole.tables);
    } finally {
      trial.report(String(tally));
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

interface Killing {
  readonly trial: Trial;
  readonly server: TortureServer;
  readonly tally: Tally;
}

/** Maximum bytes downloaded between two kills. */
const MAX_BETWEEN = 5_000_000;
/** About how long a killed command needs to get back to where it was. */
const COMES_BACK_MS = 400;

/**
 * Kills the command or the server, first during the export and then during the download, until the command succeeds.
 */
async function kill({ trial, server, tally }: Killing, command: CommandExport): Promise<void> {
  const { random, isBrief, log } = trial;
  const most = isBrief ? 3 : 10 + random.below(5);
  for (let kills = 0; kills < most; kills += 1) {
    const isInDownload = kills >= most / 2;
    const goal = command.downloaded + random.below(MAX_BETWEEN);
    const isReached = () => (isInDownload ? command.downloaded > goal : command.step !== "the beginning");
    while (!isReached() && !command.hasEnded) await pause(1);
    await pause(random.below(isInDownload ? 5 : 250));
    if (command.hasEnded) return;
    const which = random.pick(["command", "command", "all", "all", "workerd", "node"] as const);
    const { step, downloaded } = command;
    tally.add(`${which === "command" ? "command" : "server"} at ${step}`);
    log(`kills ${which} at ${step}, ${downloaded} bytes`);
    if (which !== "command") await server.crash(which);
    else {
      await command.kill();
      await pause(COMES_BACK_MS + random.below(COMES_BACK_MS));
    }
  }
}

/** Throws unless everything in an archive can be imported into an organization. */
async function checkImport(trial: Trial, file: string, tables: Json): Promise<void> {
  const server = await trial.server({ fresh: true });
  const owner = await ownerOf(server);
  const driver = new EndpointImport({ owner, archive: readFileSync(file), random: trial.random, saw: () => {} });
  const { report } = await driver.ended();
  // An existing channel keeps its own description.
  const lost = report.left_out
    .filter(({ reason }: Json) => reason !== "descriptions of channels that are there already")
    .map((one: Json) => JSON.stringify(one));
  if (lost.length > 0) throw new Violation("not all of an export can be imported", lost);
  const { out } = report.counts.messages;
  if (out !== tables.messages.length) throw new Violation(`${out} of ${tables.messages.length} messages arrive`);
}
