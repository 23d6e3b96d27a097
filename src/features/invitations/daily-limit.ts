import type { Realm } from "../../realm/realm.ts";
import { invitationFailed } from "./failure.ts";
import { addMails, deleteMailsBefore, mailsOn } from "./rows.ts";

/** How many invitations an organization may mail in a day (UTC), so that nobody makes a cannon of it. */
export const MOST_A_DAY = 500;

/** Counts mails before they are sent; where they would be too many, none is. */
export function countMails(realm: Realm, sent: number): void {
  const day = Math.floor(realm.now() / 86_400);
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
