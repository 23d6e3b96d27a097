import { setTimeout as wait } from "node:timers/promises";
import type { Progress } from "./progress.ts";
import { type Import, importIn, type Site } from "./site.ts";

const EVERY_MS = 500;

/**
 * Makes the server check an archive and, unless only a check is requested, import it. Returns the import once nothing
 * is left to do.
 */
export async function follow(
  site: Site,
  { id, isCheck, progress }: { id: number; isCheck: boolean; progress: Pick<Progress, "show"> },
): Promise<Import> {
  const path = `/imports/${id}`;
  let hasTried = false;
  /** @param from the import's state before the step */
  const goOn = (what: string, from: string) =>
    site.change(`${path}/${what}`, {}, async (answer) => {
      const told = answer === null ? await site.import(path) : importIn(answer);
      return answer === null && told.state === from ? undefined : told;
    });
  for (;;) {
    const told = await site.import(path);
    progress.show(`${told.state}${told.phase === null ? "" : ` ${told.phase}`}`, told.done, told.total);
    if (told.state === "uploading" || (told.state === "failed" && !hasTried)) {
      hasTried = true;
      // An import that had started writing continues; any other is checked first.
      const hasBegun = told.state === "failed" && told.started_at !== null;
      await goOn(hasBegun && !isCheck ? "start" : "check", told.state);
    } else if (told.state === "checked" && !isCheck) {
      hasTried = true;
      await goOn("start", told.state);
    } else if (["checked", "failed", "done", "cancelled", "undoing"].includes(told.state)) return told;
    await wait(EVERY_MS);
  }
}
