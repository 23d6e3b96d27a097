import * as v from "valibot";
import type { ImportContext } from "../../../realm/archive-io/writing.ts";

const keyOf = (pattern: RegExp) => v.pipe(v.string(), v.regex(pattern));
/** A key consists of the id of the account that added the option or task, and a number that counts its additions. */
const vote = v.looseObject({ type: v.literal("vote"), key: keyOf(/^\d{1,10},\d+$/) });
const strike = v.looseObject({ type: v.literal("strike"), key: keyOf(/^\d+,\d{1,10}$/) });
const decided = v.looseObject({ type: v.literal("decided"), message_id: v.number() });

/**
 * Converts the ids in a widget's part to the organization's. Returns undefined if it refers to an option or a task of
 * an account that isn't in the archive.
 */
export function importedPart(writing: ImportContext, part: unknown): unknown {
  if (v.is(decided, part)) return { ...part, message_id: writing.message(part.message_id) };
  const isVote = v.is(vote, part);
  if (!isVote && !v.is(strike, part)) return part;
  const [first = "", second = ""] = part.key.split(",");
  const user = writing.id("user", Number(isVote ? first : second));
  return user === undefined ? undefined : { ...part, key: isVote ? `${user},${second}` : `${first},${user}` };
}
