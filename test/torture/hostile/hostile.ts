import { type Part, Violation } from "../frame/part.ts";
import { watch } from "../weight/watch.ts";
import { HostileUploads, MAIL_IN } from "./hostile-uploads.ts";

const UPLOADS = { brief: 30, long: 300 };
const AT_ONCE = 3;
/** How long others may wait; in the brief form, other tests run at the same time. */
const MOST_HEALTH_MS = { brief: 3000, long: 500 };

/**
 * The owner of one organization uploads files that are broken in every way: archives to import, mails, pictures. Each is
 * taken or refused, never with a 5xx; meanwhile others are served in time, and the server lives on.
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
    const uploads = await HostileUploads.of(trial, server);
    const stop = watch({ colleague: other, channel: await other.channel("harbour", [other]), pid });
    let seen: Awaited<ReturnType<typeof stop>> | undefined;
    let left = UPLOADS[form];
    const sendNext = async () => {
      while (left > 0) {
        left -= 1;
        await uploads.send();
      }
    };
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, sendNext));
    } finally {
      seen = await stop();
    }
    const slowest = Math.round(Math.max(...seen.health));
    trial.report(
      `${uploads.taken} uploads taken, ${uploads.refused} refused; GET /health took ${slowest} ms at most, a message ` +
        `${Math.round(Math.max(...seen.sends))} ms; ${Math.round(seen.peakBytes / 2 ** 20)} MiB`,
    );
    if (seen.faults.length > 0) throw new Violation("others were not served", seen.faults.slice(0, 10));
    if (slowest > MOST_HEALTH_MS[form]) throw new Violation(`GET /health took ${slowest} ms`);
    if (server.runtime !== pid) throw new Violation("workerd has ended and was started again");
    if (uploads.taken === 0 || uploads.refused === 0) throw new Violation("all uploads had the same answer");
  },
};
