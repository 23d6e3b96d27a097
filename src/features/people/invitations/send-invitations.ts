import { shapedAction } from "../../../api/endpoint.ts";
import { boolean, optional, text } from "../../../api/parameter.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { failure } from "../../../protocol/envelope.ts";
import { badRequest, type ErrorShape, refusalOf } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, days } from "../../../util/time.ts";
import { checkCanSendMail } from "../../email/email.ts";
import { checkEmailAllowed } from "../../organization/account-actions/email-rules.ts";
import { findUserByRealEmail } from "../../organization/accounts/accounts.ts";
import { isEmail } from "../../organization/accounts/email.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { checkMayInvite } from "./access.ts";
import { channelIdsParam, checkOptions, checkRole, optionParams } from "./invitation-options.ts";
import { expiryTime, inviteByMail } from "./invitations.ts";
import { type AddressError, countInvitationMails, invitationFailed } from "./mail-limits.ts";

/** Returns the distinct addresses in a list separated by commas or line breaks. Each can have a name before it. */
function parseAddresses(list: string): string[] {
  const found = new Map<string, string>();
  for (const part of list.split(/[,\n]/)) {
    const address = (/<([^<>]*)>\s*$/.exec(part)?.[1] ?? part).trim();
    if (address !== "" && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), address);
  }
  return [...found.values()];
}

/** Returns the reason why an address can't be invited, unless the reason is that it has an account. */
function addressError(realm: Realm, email: string): AddressError | undefined {
  if (!isEmail(email)) return [email, "Invalid address.", false];
  // Not thrown, because the reply lists the errors of all addresses.
  const refusal = refusalOf(() => checkEmailAllowed(realm, email));
  return refusal && [email, refusal.message, false];
}

function accountError(realm: Realm, email: string): AddressError | undefined {
  const user = findUserByRealEmail(realm, email);
  if (user === undefined) return undefined;
  return user.is_active === 1
    ? [email, "Already has an account.", false]
    : [email, "The account has been deactivated.", true];
}

interface InvitationResult {
  /** The error to return if only some addresses were invited. It isn't thrown, so that these invitations are kept. */
  readonly incomplete: ErrorShape | null;
}

export const sendInvitationsEndpoint = shapedAction({
  route: "POST /invites",
  by: "member",
  params: {
    invitee_emails: text("addresses"),
    ...optionParams,
    stream_ids: channelIdsParam,
    notify_referrer_on_join: optional(boolean, true),
  },
  reply: {},
  run({ realm, actor, params }): InvitationResult {
    checkMayInvite(realm, actor, "mail");
    checkRole(actor, params.invite_as);
    const addresses = parseAddresses(params.invitee_emails);
    if (addresses.length === 0) throw badRequest("You must specify at least one email address.");
    const options = checkOptions(realm, actor, params);
    checkCanSendMail(realm, "Create an invitation link, and pass it on yourself.");
    checkAccountAge(realm, actor);
    const { emails, incomplete } = chooseAddresses(realm, addresses);
    inviteByMail(realm, actor, emails, { options, expires_at: expiryTime(realm, params.invite_expires_in_minutes) });
    return { incomplete };
  },
  shape: ({ result: { incomplete } }) => (incomplete === null ? {} : failure(incomplete)),
});

const PROBATION = days(3);

/**
 * Throws if the actor's account is new and anyone can create one, so that no one joins just to send email
 * (users-groups-org.md 7).
 */
function checkAccountAge(realm: Realm, actor: Actor): void {
  if (isAdministrator(actor) || realmSettings(realm).invite_required) return;
  if (actor.date_joined <= before(realm.seconds(), PROBATION)) return;
  throw invitationFailed({
    msg: "Your account is too new to send invitations. Ask an administrator, or someone who has been here longer.",
  });
}

/** Returns the addresses to invite, counted against the daily limit, and the error that lists the rejected ones. */
function chooseAddresses(
  realm: Realm,
  addresses: readonly string[],
): InvitationResult & { readonly emails: readonly string[] } {
  const formError = addresses.map((email) => addressError(realm, email)).filter((error) => error !== undefined);
  if (formError.length > 0) {
    throw invitationFailed({
      msg: "Some of these addresses cannot be used, so no invitations were sent.",
      errors: formError,
    });
  }
  const errors = addresses.map((email) => accountError(realm, email)).filter((error) => error !== undefined);
  const known = new Set(errors.map(([email]) => email));
  const emails = addresses.filter((email) => !known.has(email));
  if (emails.length === 0) {
    throw invitationFailed({ msg: "All of these addresses have accounts here, so no invitations were sent.", errors });
  }
  countInvitationMails(realm, emails.length);
  const incomplete =
    errors.length === 0
      ? null
      : invitationFailed({
          msg: "Some of these people already have accounts here. Everyone else was sent an invitation.",
          errors,
          sent_invitations: true,
        }).toShape();
  return { emails, incomplete };
}
