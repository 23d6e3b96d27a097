import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readErased, sendErased } from "../operator/erased.ts";
import type { Operator } from "../operator/operator.ts";
import { writeDurable } from "../os/durable.ts";

/** Time after which the object has certainly restarted. */
const RESTART_MS = 3000;
/** Maximum attempts to get the list of erased users from an organization. A damaged one may not respond. */
const MAX_ATTEMPTS = 10;

/**
 * Restores an organization's object to an earlier state, and prints how to revert that. People who were erased after
 * that state are erased again.
 *
 * @param to a time, or a bookmark
 */
export async function putBack(operator: Operator, to: string) {
  const kept = await keepErased(operator);
  const isTime = /^\d{4}-\d\d-\d\dT/.test(to);
  const { bookmark, undo } = await operator.ask("put_back", isTime ? { at: to } : { bookmark: to }, { once: true });
  console.error(`repair: the organization was restored to ${bookmark}. To undo this: --put-back ${undo}`);
  await pause(RESTART_MS);
  if (kept === undefined) return;
  const again = await sendErased(operator, kept.people);
  if (again > 0) console.error(`repair: people who were erased since are erased again: ${again}`);
  rmSync(kept.folder, { recursive: true });
}

/**
 * Saves the list of erased people to a file, because the restored organization will no longer have it. Returns nothing
 * if the organization can't be opened.
 */
async function keepErased(operator: Operator) {
  const people = await readErased(operator, { tries: MAX_ATTEMPTS }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    console.error(
      `repair: the organization does not say who was erased (${why}). If anyone was erased since then, erase them again with a list that you have (parley operator people erase-again FILE).`,
    );
    return [];
  });
  if (people.length === 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "parley-put-back-"));
  const file = join(folder, "erased.json");
  writeDurable(file, JSON.stringify(people));
  console.error(`repair: the list of erased people is in ${file}. If this is interrupted, erase them again with it.`);
  return { people, folder, file };
}
