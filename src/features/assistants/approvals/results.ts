import * as v from "valibot";
import { stored } from "../../../database/stored.ts";
import type { Grant } from "../../../protocol/actor.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, DAY } from "../../../util/time.ts";
import { deleteOldResults, insertResult, selectResult } from "./rows.ts";

export const outcomeFields = {
  state: v.picklist(["sent", "scheduled", "awaiting_approval", "declined", "ask"]),
  message_id: v.optional(v.number()),
  scheduled_message_id: v.optional(v.number()),
  /** Handle used to query a pending request. */
  handle: v.optional(v.string()),
  expires_at: v.optional(v.number()),
  /** Identifies a question that the client asks its user. It can be answered once. */
  question: v.optional(v.string()),
  where: v.optional(v.string()),
  text: v.optional(v.string()),
  /**
   * The next three fields describe a change to a message: its kind, its previous location if it is moved, and its
   * current text.
   */
  act: v.optional(v.picklist(["delete", "change", "move", "change and move"])),
  from: v.optional(v.string()),
  present: v.optional(v.string()),
};
const outcomeSchema = v.strictObject(outcomeFields);
export type WriteResult = v.InferOutput<typeof outcomeSchema>;

const readOutcome = stored("assistant_results.result", v.nullable(v.object(outcomeFields)), () => null);

/** Hash of a call's arguments, and the keys used to store its result. */
export interface Once {
  readonly digest: string;
  readonly keys: readonly string[];
}

/** Returns the result of a call with the same key in the last day. Throws if that call had other arguments. */
export function earlierOutcome(
  realm: Realm,
  { id: grant }: Pick<Grant, "id">,
  { digest, keys }: Once,
): WriteResult | undefined {
  const since = before(realm.seconds(), DAY);
  for (const key of keys) {
    const found = selectResult.first(realm.sql, { grant, key, since });
    if (found === undefined) continue;
    if (found.digest !== digest) throw badRequest("This key was used with other arguments: use another one.");
    return readOutcome(found.result, key) ?? undefined;
  }
  return undefined;
}

export function keepOutcome(
  realm: Realm,
  { id: grant }: Pick<Grant, "id">,
  { digest, keys }: Once,
  outcome: WriteResult,
) {
  const at = realm.seconds();
  deleteOldResults.run(realm.sql, { before: before(at, DAY) });
  for (const key of keys) insertResult.run(realm.sql, { grant, key, digest, result: JSON.stringify(outcome), at });
  return outcome;
}
