import { setTimeout as pause } from "node:timers/promises";
import { readErased, sendErased } from "../operator/erased.ts";
import type { Operator } from "../operator/operator.ts";

/** When the object has surely restarted. */
const RESTART_MS = 3000;

/**
 * Puts an organization's object back, and says how to take that back. Those who were erased since are erased again.
 *
 * @param to a time, or a bookmark
 */
export async function putBack(operator: Operator, to: string) {
  const erased = await readErased(operator);
  const isTime = /^\d{4}-\d\d-\d\dT/.test(to);
  const { bookmark, undo } = await operator.ask("put_back", isTime ? { at: to } : { bookmark: to }, { once: true });
  console.error(`repair: the organization was restored to ${bookmark}. To undo this: --put-back ${undo}`);
  await pause(RESTART_MS);
  const again = await sendErased(operator, erased);
  if (again > 0) console.error(`repair: people who were erased since are erased again: ${again}`);
}
