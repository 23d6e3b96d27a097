import { rateLimitHit } from "../../protocol/errors.ts";
import type { Realm } from "../../realm/realm.ts";
import { invitationFailed } from "./failure.ts";
import { addMails, deleteAskersBefore, deleteMailsBefore, insertAsker, mailsOn, timesAsked } from "./rows.ts";

const DAY = 86_400;
/** How many invitations an organization may mail in a day (UTC), so that nobody makes a cannon of it. */
export const MOST_A_DAY = 500;

/** Counts mails before they are sent; where they would be too many, none is. */
export function countMails(realm: Realm, sent: number): void {
  const day = Math.floor(realm.now() / DAY);
  const before = mailsOn.first(realm.sql, { day })?.sent ?? 0;
  if (before + sent > MOST_A_DAY) {
    throw invitationFailed({
      msg: `An organization can send ${MOST_A_DAY} invitations a day, so no invitations were sent. Try again tomorrow, or share a link.`,
      daily_limit_reached: true,
    });
  }
  addMails.run(realm.sql, { day, sent });
  deleteMailsBefore.run(realm.sql, { day });
}

/** How many letters a stranger may cause in a day (conventions.md 6). */
const MOST_BY_STRANGER = 5;
/** Stands for all whose address nobody tells the server: they cannot be told apart, so that only the day's limit holds. */
const NOBODY = "unknown";

export function countStranger(realm: Realm, asker: string): void {
  const now = realm.now();
  deleteAskersBefore.run(realm.sql, { before: now - DAY });
  if (asker === NOBODY) return;
  const { count, oldest } = timesAsked.one(realm.sql, { asker });
  if (count >= MOST_BY_STRANGER) throw rateLimitHit((oldest ?? now) + DAY - now);
  insertAsker.run(realm.sql, { asker, now });
}
