import { setTimeout as pause } from "node:timers/promises";
import type { Part } from "../frame/part.ts";
import { Crowd } from "../load/crowd.ts";

/** Kills the server's processes while users act. Nothing acknowledged is lost or duplicated. */
export const crash: Part = {
  name: "crash",
  share: 4,
  briefRounds: 1,
  async run(trial) {
    const { random, isBrief, log } = trial;
    const args = ["--hot-window", String(random.pick([10, 50, 5000])), "--hold", String(random.pick([0, 10]))];
    const server = await trial.server({ args, fresh: true });
    const crowd = await Crowd.on(server, trial);
    const crashes = isBrief ? 2 : 4;
    crowd.start();
    for (let done = 1; done <= crashes; done += 1) {
      await crowd.answered(20 + random.below(isBrief ? 40 : 300));
      // With a slow D1, rows are still on their way when the process is killed.
      const mode = random.pick(["none", "slow"]);
      const { owner } = crowd.world;
      await owner.ok(owner.post("/testing/database", { mode }));
      await crowd.answered(10 + random.below(20));
      const which = random.pick(["workerd", "node", "all"] as const);
      // A workerd whose node process was killed finishes and ships what was requested, until the next start ends it.
      const restMs = random.below(500);
      await server.crash(which, async () => {
        if (which === "workerd") return;
        await crowd.disconnected();
        await pause(restMs);
      });
      log(`killed ${which}, D1: ${mode}; ${crowd.summary}`);
      await crowd.answered(10);
      if (isBrief && done < crashes) continue;
      await crowd.settle();
      log("settled");
      if (done < crashes) crowd.start();
    }
    await crowd.end();
    log(crowd.summary);
  },
};
