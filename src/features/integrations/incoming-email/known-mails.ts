import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days, HOUR, MINUTE, seconds } from "../../../util/time.ts";
import { deleteOldMails, insertKnownMail, knownMail, mailsSince } from "./rows.ts";

/** Mail servers retry for at most five days. */
const REMEMBERED = days(7);
const BETWEEN_SWEEPS = 100;
/** Stored instead of a user's id for email to a channel. */
const CHANNEL_MAIL = 0;

export const isKnownMail = (realm: Realm, key: string): boolean => knownMail.first(realm.sql, { key }) !== undefined;

/** Records that an email became a message, so that its duplicates are recognized. */
export function rememberMail(realm: Realm, key: string, person: number = CHANNEL_MAIL): void {
  const now = realm.seconds();
  const { id } = insertKnownMail.one(realm.sql, { key, person, at: now });
  if (id % BETWEEN_SWEEPS !== 0) return;
  deleteOldMails.run(realm.sql, { before: before(now, REMEMBERED), most: limits.organization.known_mails });
}

/**
 * Whether the rate limit for email is reached (webhooks.md 6). It applies to each user, and to all channels together.
 */
export function isTooMuchMail(realm: Realm, person: number = CHANNEL_MAIL): boolean {
  const now = realm.seconds();
  const { in_minute, in_five, in_hour } = mailsSince.one(realm.sql, {
    person,
    minute: before(now, MINUTE),
    five: before(now, seconds(5 * MINUTE)),
    hour: before(now, HOUR),
  });
  if (person !== CHANNEL_MAIL) return in_hour >= limits.account.mail_replies_an_hour;
  const { mails_a_minute, mails_in_five_minutes, mails_an_hour } = limits.organization;
  return in_minute >= mails_a_minute || in_five >= mails_in_five_minutes || in_hour >= mails_an_hour;
}
