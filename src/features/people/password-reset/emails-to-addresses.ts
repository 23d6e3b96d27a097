import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, DAY, HOUR } from "../../../util/time.ts";
import { deleteResetEmailsBefore, insertResetEmail, resetEmailBefore, unknownResetEmails } from "./rows.ts";

/** Limits on emails to one address that are requested without a login. */
const LIMITS = [
  { most: 2, period: HOUR },
  { most: 5, period: DAY },
];

interface Asked {
  readonly isKnown: boolean;
  /** Emails for each purpose are counted separately, so that others can't use up an address's password resets. */
  readonly purpose?: "outside";
}

/**
 * Counts an email to an address. Returns false if the address has reached its limit. Don't let the requester find out,
 * because that would reveal earlier requests.
 */
export function takeEmailTo(realm: Realm, email: string, { isKnown, purpose }: Asked): boolean {
  const now = realm.seconds();
  deleteResetEmailsBefore.run(realm.sql, { before: before(now, DAY) });
  const address = `${purpose === undefined ? "" : `${purpose} `}${email.toLowerCase()}`;
  for (const { most, period } of LIMITS) {
    const earlier = resetEmailBefore.first(realm.sql, { email: address, skip: most - 1 })?.sent_at;
    if (earlier !== undefined && earlier > before(now, period)) return false;
  }
  const { letters_to_unknown } = limits.organization;
  if (!isKnown && unknownResetEmails.one(realm.sql, {}).count >= letters_to_unknown) return false;
  insertResetEmail.run(realm.sql, { email: address, is_known: Number(isKnown), now });
  return true;
}
