import { NAMELESS } from "../../http/caller-address.ts";
import { rateLimitHit } from "../../protocol/errors.ts";
import type { Realm } from "../../realm/realm.ts";
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

const DAY = 86_400;
/** How many invitations an organization's people may mail in a day (UTC), so that nobody makes a cannon of it. */
const MOST_A_DAY = 500;

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

/** How many letters a stranger may cause in a day (conventions.md 6), */
const MOST_BY_STRANGER = 5;
/** all together whose address nobody tells the server, for they cannot be told apart, */
const MOST_BY_NAMELESS = 50;
/** whoever has a link, */
const MOST_OVER_LINK = 100;
/** and strangers at all. Their letters are counted by themselves: they take nothing from those who may invite. */
const MOST_BY_STRANGERS = 250;

export function countStranger(realm: Realm, { asker, link }: { readonly asker: string; readonly link: LinkRow }): void {
  const now = realm.now();
  deleteAskersBefore.run(realm.sql, { before: now - DAY });
  const counts = [
    [timesAskedBy.one(realm.sql, { asker }), asker === NAMELESS ? MOST_BY_NAMELESS : MOST_BY_STRANGER],
    [timesAskedOver.one(realm.sql, { link: link.id }), MOST_OVER_LINK],
    [timesAsked.one(realm.sql, {}), MOST_BY_STRANGERS],
  ] as const;
  for (const [{ count, oldest }, most] of counts) {
    if (count >= most) throw rateLimitHit((oldest ?? now) + DAY - now);
  }
  insertAsker.run(realm.sql, { asker, link: link.id, now });
}
