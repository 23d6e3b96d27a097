import { shapedAction } from "../../../endpoints/endpoint.ts";
import { boolean, optional, text } from "../../../endpoints/parameter.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { failure } from "../../../protocol/envelope.ts";
import { badRequest, type ErrorShape } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days } from "../../../util/time.ts";
import { checkCanSendMail } from "../../mail/mail.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import { checkMayInvite } from "./access.ts";
import { countMails } from "./daily-limit.ts";
import { invitationFailed, type Refusal } from "./failure.ts";
import { expiry, invite } from "./invitations.ts";
import { accountAt, addressesIn, problemWith } from "./invitees.ts";
import { channelIdsParam, checkRole, checkTerms, termsParams } from "./terms.ts";

/** A failure that tells what was done nevertheless: it is answered as an error, but nothing is undone. */
interface Sent {
  readonly incomplete: ErrorShape | null;
}

export const sendInvitationsEndpoint = shapedAction({
  route: "POST /invites",
  by: "member",
  params: {
    invitee_emails: text("addresses"),
    ...termsParams,
    stream_ids: channelIdsParam,
    notify_referrer_on_join: optional(boolean, true),
  },
  reply: {},
  run({ realm, actor, params }): Sent {
    checkMayInvite(realm, actor, "mail");
    checkRole(actor, params.invite_as);
    const addresses = addressesIn(params.invitee_emails);
    if (addresses.length === 0) throw badRequest("You must specify at least one email address.");
    const terms = checkTerms(realm, actor, params);
    checkCanSendMail(realm, "Create an invitation link, and pass it on yourself.");
    checkAge(realm, actor);
    const { emails, incomplete } = sortOut(realm, addresses);
    invite(realm, actor, emails, { terms, expires_at: expiry(realm, params.invite_expires_in_minutes) });
    return { incomplete };
  },
  shape: ({ result: { incomplete } }) => (incomplete === null ? {} : failure(incomplete)),
});

const PROBATION = days(3);

/** Where anybody can get an account, a new one is no licence to send mail (users-groups-org.md 7). */
function checkAge(realm: Realm, actor: Actor): void {
  if (isAdministrator(actor) || realmSettings(realm).invite_required) return;
  if (actor.date_joined <= before(realm.seconds(), PROBATION)) return;
  throw invitationFailed({
    msg: "Your account is too new to send invitations. Ask an administrator, or somebody who has been here for longer.",
  });
}

/** Those of the addresses that can be invited, counted against the day's limit; and what to tell of the others. */
function sortOut(realm: Realm, addresses: readonly string[]): Sent & { readonly emails: readonly string[] } {
  countMails(realm, addresses.length);
  const wrong = addresses.map((email) => problemWith(realm, email)).filter(isRefusal);
  if (wrong.length > 0) {
    throw invitationFailed({
      msg: "Some of these addresses cannot be used, so no invitations were sent.",
      errors: wrong,
    });
  }
  const errors = addresses.map((email) => accountAt(realm, email)).filter(isRefusal);
  const known = new Set(errors.map(([email]) => email));
  const emails = addresses.filter((email) => !known.has(email));
  if (emails.length === 0) {
    throw invitationFailed({ msg: "All of these addresses have accounts here, so no invitations were sent.", errors });
  }
  const incomplete =
    errors.length === 0
      ? null
      : invitationFailed({
          msg: "Some of these addresses have accounts here already. Everybody else has been sent an invitation.",
          errors,
          sent_invitations: true,
        }).toShape();
  return { emails, incomplete };
}

const isRefusal = (refusal: Refusal | undefined) => refusal !== undefined;
