import { scheduled } from "../../../bench/server/usage.ts";
import { type Part, Violation } from "../frame/part.ts";
import { type Watched, watch } from "../weight/watch.ts";
import { HostileUploads, MAIL_IN } from "./hostile-uploads.ts";

const UPLOADS = { brief: 30, long: 300 };
const AT_ONCE = 3;
/**
 * The maximum time that others may wait on an idle machine. It is longer in the brief form, because other tests run at
 * the same time.
 */
const MAX_HEALTH_MS = { brief: 3000, long: 500 };

/**
 * Returns a function that returns how many times longer a process's work has taken since because other processes used
 * the machine.
 */
function slowdown(pid: number): () => number {
  const before = scheduled(pid);
  return () => {
    const after = scheduled(pid);
    if (before === undefined || after === undefined) return 1;
    return 1 + (after.waited - before.waited) / (after.ran - before.ran);
  };
}

/**
 * Owners upload files that are broken in every way: archives to import, emails and pictures. Each is accepted or
 * refused, but never with a 5xx. In the meantime, others are served in time, and the server survives. The readers of
 * archives and pictures also run here, where their steps are counted.
 */
export const hostile: Part = {
  name: "hostile",
  share: 2,
  briefRounds: 1,
  async run(trial) {
    const form = trial.isBrief ? "brief" : "long";
    const server = await trial.server({ args: ["--quiet"], env: MAIL_IN });
    const other = await trial.organization(server);
    const pid = server.runtime;
    // There are several senders, because an organization can have only one import at a time.
    const senders: HostileUploads[] = [];
    for (let count = 0; count < AT_ONCE; count += 1) senders.push(await HostileUploads.of(trial, server));
    const stop = watch({ colleague: other, channel: await other.channel("harbour", [other]), pid });
    const timesSlower = slowdown(pid);
    let seen: Watched | undefined;
    const sendAll = async (sender: HostileUploads) => {
      for (let left = UPLOADS[form] / AT_ONCE; left > 0; left -= 1) await sender.send();
    };
    try {
      await Promise.all(senders.map(sendAll));
    } finally {
      seen = await stop();
    }
    const slowest = Math.round(Math.max(...seen.health));
    const slower = timesSlower();
    const of = (count: "taken" | "refused") => senders.reduce((sum, sender) => sum + sender[count], 0);
    const steps = Math.round(100 * Math.max(...senders.map(({ mostSteps }) => mostSteps)));
    trial.report(
      `${of("taken")} uploads taken, ${of("refused")} refused; GET /health took ${slowest} ms at most on a machine that is ${slower.toFixed(1)} times slower for others, a message ` +
        `${Math.round(Math.max(...seen.sends))} ms; ${Math.round(seen.peakBytes / 2 ** 20)} MiB; archives and pictures took ` +
        `${steps} % of their steps at most`,
    );
    if (seen.faults.length > 0) throw new Violation("others were not served", seen.faults.slice(0, 10));
    if (slowest > MAX_HEALTH_MS[form] * slower) throw new Violation(`GET /health took ${slowest} ms`);
    if (server.runtime !== pid) throw new Violation("workerd has ended and was started again");
    if (of("taken") === 0 || of("refused") === 0) throw new Violation("all uploads had the same answer");
  },
};
