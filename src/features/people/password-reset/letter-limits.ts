import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, DAY, HOUR } from "../../../util/time.ts";
import { deleteResetLettersBefore, insertResetLetter, resetLetterBefore, unknownResetLetters } from "./rows.ts";

/** The number of letters about a new password that an address gets in each period. */
const LIMITS = [
  { most: 2, period: HOUR },
  { most: 5, period: DAY },
];

/**
 * Counts a letter to an address. False where it has got enough of them: whoever asks is not told, since that would tell
 * whether others have asked.
 */
export function takeResetLetter(realm: Realm, email: string, { isKnown }: { readonly isKnown: boolean }): boolean {
  const now = realm.seconds();
  deleteResetLettersBefore.run(realm.sql, { before: before(now, DAY) });
  const address = email.toLowerCase();
  for (const { most, period } of LIMITS) {
    const earlier = resetLetterBefore.first(realm.sql, { email: address, skip: most - 1 })?.sent_at;
    if (earlier !== undefined && earlier > before(now, period)) return false;
  }
  const { letters_to_unknown } = limits.organization;
  if (!isKnown && unknownResetLetters.one(realm.sql, {}).count >= letters_to_unknown) return false;
  insertResetLetter.run(realm.sql, { email: address, is_known: Number(isKnown), now });
  return true;
}
