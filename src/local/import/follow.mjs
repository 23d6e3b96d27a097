import { setTimeout as wait } from "node:timers/promises";
import { importIn } from "./site.mjs";

const EVERY_MS = 500;

/**
 * Has an archive checked and, unless that is all that is wanted, imported; returns the import when there is no more to do.
 *
 * @param {import("./site.mjs").Site} site
 * @param {{ id: number, isCheck: boolean, progress: import("./progress.mjs").Progress }} what
 * @returns {Promise<import("./site.mjs").Import>}
 */
export async function follow(site, { id, isCheck, progress }) {
  const path = `/imports/${id}`;
  let hasTried = false;
  /** @param {string} what @param {string} from the state that it ends */
  const goOn = (what, from) =>
    site.change(`${path}/${what}`, {}, async (answer) => {
      const told = answer === null ? await site.import(path) : importIn(answer);
      return answer === null && told.state === from ? undefined : told;
    });
  for (;;) {
    const told = await site.import(path);
    progress.show(`${told.state}${told.phase === null ? "" : ` ${told.phase}`}`, told.done, told.total);
    if (told.state === "uploading" || (told.state === "failed" && !hasTried)) {
      hasTried = true;
      // What had begun to write goes on; else it is checked first.
      const hasBegun = told.state === "failed" && told.started_at !== null;
      await goOn(hasBegun && !isCheck ? "start" : "check", told.state);
    } else if (told.state === "checked" && !isCheck) {
      hasTried = true;
      await goOn("start", told.state);
    } else if (["checked", "failed", "done", "cancelled", "undoing"].includes(told.state)) return told;
    await wait(EVERY_MS);
  }
}
