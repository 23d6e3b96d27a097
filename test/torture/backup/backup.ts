import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isHalfRestored } from "../../../src/cli/data-directory/data-directory.ts";
import { makeData, removeData } from "../../process/support/launch.ts";
import { Script } from "../../process/support/script.ts";
import { type Part, type Trial, Violation } from "../frame/part.ts";
import { Crowd } from "../load/crowd.ts";
import { observe } from "../load/observe.ts";

/** How long a backup of this little data takes on a busy machine. Kills happen within this time. */
const BACKUP_MS = 350;

/**
 * While users act, sends SIGKILL to backups and restores, and sometimes to the server, too. Every listed backup is
 * complete. A server restored from the last backup has everything that was acknowledged, and works as before.
 */
export const backup: Part = {
  name: "backup",
  share: 1,
  briefRounds: 1,
  async run(trial) {
    const { random, isBrief, log } = trial;
    const args = ["--hot-window", String(random.pick([10, 50, 5000]))];
    const server = await trial.server({ args, fresh: true });
    const crowd = await Crowd.on(server, trial);
    const backups = makeData();
    const take = () => new Script("backup", ["--data", server.data, "--keep", String(2 + random.below(3)), backups]);
    try {
      crowd.start();
      await crowd.answered(20);
      for (let kills = 1; kills <= (isBrief ? 3 : 8); kills += 1) {
        const begun = take();
        if (random.below(4) === 0) await server.crash(random.pick(["workerd", "all"] as const));
        else await pause(random.below(BACKUP_MS));
        const { status } = await begun.kill();
        log(`backup ${kills}: ${status === null ? "killed" : `ended with ${status}`}; ${crowd.summary}`);
        await verifyAll(backups, trial);
      }
      // A backup that isn't killed, while everyone acts. It must be complete.
      await succeed(take());
      await verifyAll(backups, trial);
      await crowd.settle();
      await crowd.end();
      await succeed(take());
      await server.replaceData(async (data) => {
        for (let kills = 1; kills <= (isBrief ? 1 : 4); kills += 1) {
          const begun = new Script("restore", ["--data", data, backups]);
          await pause(random.below(BACKUP_MS));
          const { status, output } = await begun.kill();
          log(`restore ${kills}: ${status === null ? "killed" : `ended with ${status}: ${output.trim()}`}`);
          if (status === 0 || isRestored(data)) return;
        }
        await succeed(new Script("restore", ["--data", data, backups]));
      });
      const { world } = crowd;
      world.ledger.check(await observe(world));
      const { differences } = await world.owner.ok(world.owner.get("/testing/differences"));
      if (differences.length > 0) throw new Violation("the restored realm and D1 do not agree", differences);
      // Users continue where they were, with their earlier messages and newly registered clients.
      const next = await Crowd.of(world, trial, "ijklmnop");
      next.start();
      await next.answered(isBrief ? 30 : 200);
      await next.settle();
      await next.end();
      log(`after the restore: ${next.summary}`);
    } finally {
      await removeData(backups);
    }
  },
};

/** True if a killed restore had restored everything, and only its final output is missing. */
const isRestored = (data: string) => existsSync(join(data, "d1")) && !isHalfRestored(data);

/** Throws unless every listed backup is complete. */
async function verifyAll(backups: string, { log }: Trial): Promise<void> {
  const listed = await new Script("restore", ["--list", backups]).ended;
  // No backup has been started yet.
  if (listed.status !== 0) return log(listed.output.trim());
  for (const line of listed.output.trim().split("\n").filter(Boolean)) {
    await succeed(new Script("restore", ["--verify", "--at", line.slice(0, 24), backups]));
  }
}

async function succeed(script: Script): Promise<void> {
  const { status, output } = await script.ended;
  if (status !== 0) throw new Violation(`a command ended with ${status}`, output.split("\n"));
}
