import { NAMELESS } from "../../../http/caller-address.ts";
import { rateLimitHit } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, DAY, seconds } from "../../../util/time.ts";
import { invitationFailed } from "./failure.ts";
import {
  addMails,
  deleteAskersBefore,
  deleteMailsBefore,
  insertAsker,
  type LinkRow,
  mailsOn,
  timesAsked,
  timesAskedBy,
  timesAskedOver,
} from "./rows.ts";

const { invitations_a_day, confirmations_a_day, confirmations_over_link } = limits.organization;
const { confirmations_by_stranger, confirmations_by_nameless } = limits.organization;

/** Counts mails of a day (UTC) before they are sent; where they would be too many, none is. */
export function countMails(realm: Realm, sent: number): void {
  const day = Math.floor(realm.seconds() / DAY);
  const earlier = mailsOn.first(realm.sql, { day })?.sent ?? 0;
  if (earlier + sent > invitations_a_day) {
    throw invitationFailed({
      msg: `An organization can send ${invitations_a_day} invitations a day, so no invitations were sent. Try again tomorrow, or share a link.`,
      daily_limit_reached: true,
    });
  }
  addMails.run(realm.sql, { day, sent });
  deleteMailsBefore.run(realm.sql, { day });
}

/**
 * Counts a letter that a stranger causes (conventions.md 6). Such letters are counted by themselves: they take nothing
 * from those who may invite.
 */
export function countStranger(realm: Realm, { asker, link }: { readonly asker: string; readonly link: LinkRow }): void {
  const now = realm.seconds();
  deleteAskersBefore.run(realm.sql, { before: before(now, DAY) });
  const counts = [
    [
      timesAskedBy.one(realm.sql, { asker }),
      asker === NAMELESS ? confirmations_by_nameless : confirmations_by_stranger,
    ],
    [timesAskedOver.one(realm.sql, { link: link.id }), confirmations_over_link],
    [timesAsked.one(realm.sql, {}), confirmations_a_day],
  ] as const;
  for (const [{ count, oldest }, most] of counts) {
    if (count >= most) throw rateLimitHit(seconds((oldest ?? now) + DAY - now));
  }
  insertAsker.run(realm.sql, { asker, link: link.id, now });
}
