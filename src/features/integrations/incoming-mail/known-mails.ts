import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days, HOUR, MINUTE, seconds } from "../../../util/time.ts";
import { deleteOldMails, insertKnownMail, knownMail, mailsSince } from "./rows.ts";

/** Servers for mail try for five days at most. */
const REMEMBERED = days(7);
/** Old mails are looked for once in so many. */
const BETWEEN_SWEEPS = 100;
/** Stands for a person where the mail is to a channel. */
const CHANNEL_MAIL = 0;

/** Whether a message was made of this mail before. */
export const isKnownMail = (realm: Realm, key: string): boolean => knownMail.first(realm.sql, { key }) !== undefined;

/** Remembers that a message was made of a mail: to a channel, or a person's answer to a letter. */
export function rememberMail(realm: Realm, key: string, person: number = CHANNEL_MAIL): void {
  const now = realm.seconds();
  const { id } = insertKnownMail.one(realm.sql, { key, person, at: now });
  if (id % BETWEEN_SWEEPS !== 0) return;
  deleteOldMails.run(realm.sql, { before: before(now, REMEMBERED), most: limits.organization.known_mails });
}

/** Whether so much mail has come that more has to wait (webhooks.md 6): of a person, or to all channels. */
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
