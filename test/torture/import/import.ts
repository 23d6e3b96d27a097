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
 * Kills servers with SIGKILL while they import, and the command that uploads: in the end everything is there, once, as after
 * an import that nobody has disturbed; after one that was given up, everything is as it was before.
 */
export const importing: Part = {
  name: "import",
  share: 2,
  // The command is killed by tests of its own too (test/process/move-in-killed.test.ts).
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

/** Gives an import up at some moment, after which nothing may be left of it; false where it was done before that. */
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

/** What a server tells that was not killed. No random numbers are taken for it, since a run makes it once. */
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
