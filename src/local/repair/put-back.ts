import { setTimeout as pause } from "node:timers/promises";
import type { Operator } from "../operator/operator.ts";

/** When the object has surely restarted. */
const RESTART_MS = 3000;

/**
 * Puts an organization's object back, and says how to take that back.
 *
 * @param to a time, or a bookmark
 */
export async function putBack(operator: Operator, to: string) {
  const isTime = /^\d{4}-\d\d-\d\dT/.test(to);
  const { bookmark, undo } = await operator.ask("put_back", isTime ? { at: to } : { bookmark: to }, { once: true });
  console.error(`repair: the organization was restored to ${bookmark}. To undo this: --put-back ${undo}`);
  await pause(RESTART_MS);
}
