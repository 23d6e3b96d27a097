import { setTimeout as wait } from "node:timers/promises";

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
  for (;;) {
    const told = await site.import(path);
    progress.show(`${told.state}${told.phase === null ? "" : ` ${told.phase}`}`, told.done, told.total);
    if (told.state === "uploading" || (told.state === "failed" && !hasTried)) {
      hasTried = true;
      // What had begun to write goes on; else it is checked first.
      const hasBegun = told.state === "failed" && told.started_at !== null;
      await site.post(`${path}/${hasBegun && !isCheck ? "start" : "check"}`);
    } else if (told.state === "checked" && !isCheck) {
      hasTried = true;
      await site.post(`${path}/start`);
    } else if (["checked", "failed", "done", "cancelled", "undoing"].includes(told.state)) return told;
    await wait(EVERY_MS);
  }
}
