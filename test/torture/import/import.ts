import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Part, Trial } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";
import { byCommand } from "./by-command.ts";
import { CommandImport } from "./command-import.ts";
import { Tally } from "./kills.ts";
import type { Round, Way } from "./round.ts";
import { parley, type Source, zulip } from "./sources.ts";
import { checkSame, type Told, tell } from "./tell.ts";
import { throughEndpoints } from "./through-endpoints.ts";

/**
 * Sends SIGKILL to servers while they import, and to the command that uploads. In the end, everything exists exactly
 * once, as after an undisturbed import. After a cancelled import, everything is as before.
 */
export const importing: Part = {
  name: "import",
  share: 2,
  // Other tests kill the command, too (test/process/move-in-killed.test.ts).
  briefRounds: 1,
  async run(trial) {
    const { random, isBrief } = trial;
    const way = trial.round % 2 === 1 ? throughEndpoints : byCommand;
    const source = way === byCommand && random.below(3) > 0 ? zulip() : parley(isBrief);
    const folder = mkdtempSync(join(tmpdir(), "parley-torture-"));
    const tally = new Tally();
    try {
      const file = await source.write(folder);
      const expected = await undisturbed(trial, source, file);
      const server = await startServer(trial, random.pick([20, 5000]));
      const round: Round = { trial, server, source, file, folder, tally };
      const isDone = !isBrief && random.below(3) === 0 && !(await isTakenBack(round, way));
      if (!isDone) await way.import(round);
      const found = await tell(server, source.people);
      checkSame("what was imported is not what it is without kills", expected, found);
    } finally {
      trial.report(`${source.name}, ${way.name}; ${tally}`);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/**
 * Cancels an import at a random moment, and checks that nothing of it remains. Returns false if it was already done.
 */
async function isTakenBack(round: Round, way: Way): Promise<boolean> {
  const { trial, server } = round;
  const before = await tell(server, async () => []);
  const isGivenUp = await way.giveUp(round);
  trial.log(isGivenUp ? "given up" : "done before it could be given up");
  if (isGivenUp)
    checkSame("an import that was given up has left something", before, await tell(server, async () => []));
  return isGivenUp;
}

const startServer = (trial: Trial, hotWindow: number): Promise<TortureServer> =>
  trial.server({ args: ["--dev-login", "--hot-window", String(hotWindow)], fresh: true });

const known = new Map<string, Promise<Told>>();

/** Returns the result of an import without kills. Uses no random numbers, because it is computed only once per run. */
function undisturbed(trial: Trial, source: Source, file: string): Promise<Told> {
  const name = `${source.name} ${trial.isBrief}`;
  const found = known.get(name) ?? importUndisturbed(trial, source, file);
  known.set(name, found);
  return found;
}

async function importUndisturbed(trial: Trial, source: Source, file: string): Promise<Told> {
  const server = await startServer(trial, 5000);
  const folder = mkdtempSync(join(tmpdir(), "parley-torture-"));
  const command = new CommandImport(server.data, folder, file);
  await command.ended();
  trial.log(`undisturbed: ${command.output.trim().split("\n").slice(-12).join("; ")}`);
  rmSync(folder, { recursive: true });
  return tell(server, source.people);
}
