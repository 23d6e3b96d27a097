import { ApiError, rateLimitHit } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, DAY, seconds } from "../../../util/time.ts";
import { countEmailToStranger } from "../../email/emails-to-strangers.ts";
import type { LinkRow } from "./rows.ts";
import * as rows from "./rows.ts";

/** An address that can't be invited, the reason, and whether it has a deactivated account (users-groups-org.md 7). */
export type AddressError = readonly [email: string, reason: string, isDeactivated: boolean];

interface FailureDetails {
  readonly msg: string;
  readonly errors?: readonly AddressError[];
  readonly sent_invitations?: boolean;
  readonly daily_limit_reached?: boolean;
}

/** The error INVITATION_FAILED (seed 4.12). This server has no licenses, so `license_limit_reached` is false. */
export const invitationFailed = ({
  msg,
  errors = [],
  sent_invitations = false,
  daily_limit_reached = false,
}: FailureDetails) =>
  new ApiError({
    code: "INVITATION_FAILED",
    msg,
    extra: { errors, sent_invitations, daily_limit_reached, license_limit_reached: false },
  });

const { invitations_a_day, confirmations_a_day, confirmations_over_link } = limits.organization;

/** Counts invitations about to be emailed. Throws if the day's total (UTC) exceeds the limit. */
export function countInvitationMails(realm: Realm, sent: number): void {
  const day = Math.floor(realm.seconds() / DAY);
  const earlier = rows.mailsOnDay.first(realm.sql, { day })?.sent ?? 0;
  if (earlier + sent > invitations_a_day) {
    throw invitationFailed({
      msg: `An organization can send ${invitations_a_day} invitations a day, so no invitations were sent. Try again tomorrow, or share a link.`,
      daily_limit_reached: true,
    });
  }
  rows.addMails.run(realm.sql, { day, sent });
  rows.deleteMailsBefore.run(realm.sql, { day });
}

/**
 * Counts an email that confirms the address of a user who opened a link. Throws above the limits of the caller, the
 * link or the organization (conventions.md 6). It doesn't count against the limit of invitations.
 */
export function countConfirmationMail(
  realm: Realm,
  { asker, link }: { readonly asker: string; readonly link: LinkRow },
): void {
  const now = realm.seconds();
  countEmailToStranger(realm, asker);
  rows.deleteConfirmationsBefore.run(realm.sql, { before: before(now, DAY) });
  const counts = [
    [rows.confirmationsOverLink.one(realm.sql, { link: link.id }), confirmations_over_link],
    [rows.confirmations.one(realm.sql, {}), confirmations_a_day],
  ] as const;
  for (const [{ count, oldest }, most] of counts) {
    if (count >= most) throw rateLimitHit(seconds((oldest ?? now) + DAY - now));
  }
  rows.insertConfirmation.run(realm.sql, { asker, link: link.id, now });
}
