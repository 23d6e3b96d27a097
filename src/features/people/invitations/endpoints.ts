import * as v from "valibot";
import { action, shapedAction, WithHeaders } from "../../../api/endpoint.ts";
import { integer, optional, text, textParameter } from "../../../api/parameter.ts";
import { loginCookies } from "../../../html-pages/cookies.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, notForBots, onlyLogin } from "../../../protocol/errors.ts";
import { checkContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import { checkCanSendMail } from "../../email/email.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { checkPasswordStrength, hashPassword } from "../../organization/accounts/authentication/password.ts";
import { emailSchema } from "../../organization/accounts/email.ts";
import { fullNameSchema } from "../../organization/accounts/full-name.ts";
import { hasOnlyLogin } from "../../organization/organization-settings/login-methods.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { startSession } from "../sessions/sessions.ts";
import { owesSecondFactor } from "../two-factor/two-factor.ts";
import { accessInvitation, accessLink, checkMayInvite, mayManage, mayStillInvite } from "./access.ts";
import { inviteSchema } from "./events.ts";
import {
  channelIdsParam,
  checkOptions,
  checkRole,
  mayGrantAll,
  optionParams,
  optionsOf,
  welcomeTextSchema,
} from "./invitation-options.ts";
import { createLink, endLink, expiryTime, mailLinkVisitor, resendInvitation, revokeInvitation } from "./invitations.ts";
import {
  acceptInvitation,
  accessInvitationByKey,
  checkEmailCanJoin,
  checkNewAccount,
  mustConfirmEmail,
} from "./join.ts";
import { countConfirmationMail, countInvitationMails } from "./mail-limits.ts";
import { joinUrl } from "./mails.ts";
import { type InvitationRow, type LinkRow, openInvitations, openLinks } from "./rows.ts";
import { sendCustomWelcome } from "./welcome.ts";

const createLinkEndpoint = action({
  route: "POST /invites/multiuse",
  by: "member",
  params: { ...optionParams, stream_ids: optional(channelIdsParam, []) },
  reply: { invite_link: v.string() },
  run({ realm, actor, params, request: { origin } }) {
    checkMayInvite(realm, actor, "link");
    checkRole(actor, params.invite_as);
    // The creator of a link isn't notified when someone joins with it (users-groups-org.md 7).
    const options = checkOptions(realm, actor, { ...params, notify_referrer_on_join: false });
    const key = createLink(realm, actor, { options, expires_at: expiryTime(realm, params.invite_expires_in_minutes) });
    return { invite_link: joinUrl(origin, key) };
  },
});

/** Returns the open invitations the actor can manage (users-groups-org.md 7). */
const getInvitationsEndpoint = action({
  route: "GET /invites",
  by: "member",
  params: {},
  reply: { invites: v.array(inviteSchema) },
  run({ realm, actor, request: { origin } }) {
    if (actor.is_bot) throw notForBots();
    return { invites: invitesFor(realm, actor, origin) };
  },
});

function invitesFor(realm: Realm, actor: Actor, origin: string): v.InferOutput<typeof inviteSchema>[] {
  const now = realm.seconds();
  const isManaged = (row: LinkRow | InvitationRow) => mayManage(actor, row);
  const mailed = openInvitations
    .all(realm.sql, { now })
    .filter(isManaged)
    .map((invitation) => ({ ...commonFields(invitation), email: invitation.email, is_multiuse: false }));
  const links = openLinks
    .all(realm.sql, { now })
    .filter(isManaged)
    .map((link) => ({
      ...commonFields(link),
      ...(maySeeUrl(realm, actor, link) ? { link_url: joinUrl(origin, link.key) } : {}),
      is_multiuse: true,
    }));
  return [...mailed, ...links];
}

/** True if the actor can see a link's URL: only if they could grant everything the link grants. */
function maySeeUrl(realm: Realm, actor: Actor, link: LinkRow): boolean {
  const options = optionsOf(link);
  return link.inviter === actor.user_id ? actor.role <= options.role : mayGrantAll(realm, actor, options);
}

function commonFields(row: LinkRow | InvitationRow) {
  const { role, notify_referrer } = optionsOf(row);
  return {
    id: row.id,
    invited_by_user_id: row.inviter,
    invited: row.invited_at,
    expiry_date: row.expires_at,
    invited_as: role,
    notify_referrer_on_join: notify_referrer,
  };
}

const revokeInvitationEndpoint = action({
  route: "DELETE /invites/:invite_id",
  by: "member",
  params: { invite_id: integer },
  run: ({ realm, actor, params }) => revokeInvitation(realm, accessInvitation(realm, actor, params.invite_id)),
});

const revokeLinkEndpoint = action({
  route: "DELETE /invites/multiuse/:invite_id",
  by: "member",
  params: { invite_id: integer },
  run: ({ realm, actor, params }) => endLink(realm, accessLink(realm, actor, params.invite_id)),
});

const resendInvitationEndpoint = action({
  route: "POST /invites/:invite_id/resend",
  by: "member",
  params: { invite_id: integer },
  run({ realm, actor, params }) {
    const invitation = accessInvitation(realm, actor, params.invite_id);
    const inviter = accessUser(realm, null, invitation.inviter);
    if (!mayStillInvite(realm, inviter, "mail", optionsOf(invitation))) {
      throw badRequest(`${inviter.full_name} can't invite people anymore. Invite them yourself.`);
    }
    checkCanSendMail(realm, "Create an invitation link, and pass it on yourself.");
    countInvitationMails(realm, 1);
    resendInvitation(realm, inviter, invitation);
  },
});

/** Returns the invitation that a key belongs to. Not part of Zulip's API. */
const getInvitationEndpoint = action({
  route: "GET /join/:key",
  by: "anyone",
  params: { key: text("token") },
  reply: {
    realm_name: v.string(),
    invited_by: v.string(),
    /** The invited address, or null for a link, where the joining user enters one. */
    email: v.nullable(v.string()),
    confirms_email: v.boolean(),
  },
  run({ realm, params }) {
    const invitation = accessInvitationByKey(realm, params.key);
    const { inviter, addressee } = invitation;
    return {
      realm_name: realmSettings(realm).name,
      invited_by: inviter.full_name,
      email: addressee?.email ?? null,
      confirms_email: mustConfirmEmail(realm, invitation),
    };
  },
});

/** Emails a personal key to a user who opened a link and entered an address. Not part of Zulip's API. */
const confirmAddressEndpoint = action({
  route: "POST /join/:key/email",
  by: "anyone",
  params: { key: text("token"), email: textParameter(emailSchema) },
  run({ realm, params: { key, email }, request: { address } }) {
    const { link, addressee } = accessInvitationByKey(realm, key);
    if (link === null || addressee !== null) throw badRequest("This invitation has an address already.");
    checkEmailCanJoin(realm, email);
    checkCanSendMail(realm, "Ask the person who invited you for an account.");
    countConfirmationMail(realm, { asker: address, link });
    mailLinkVisitor(realm, link, email);
  },
});

/** Accepts the invitation of a key: creates the account and starts its session. Not part of Zulip's API. */
const acceptInvitationEndpoint = shapedAction({
  route: "POST /join/:key",
  by: "anyone",
  params: {
    key: text("token"),
    full_name: textParameter(fullNameSchema),
    password: text("password"),
    email: optional(textParameter(emailSchema)),
    // Determines the account's language and clock format.
    locale: optional(text("word")),
  },
  reply: { user_id: v.number(), email: v.string() },
  plan({ realm, params }) {
    if (hasOnlyLogin(realm)) throw onlyLogin();
    const email = checkNewAccount(realm, accessInvitationByKey(realm, params.key), params);
    checkPasswordStrength(params.password, [params.full_name, email, realmSettings(realm).name]);
  },
  prepare: ({ params, ...worker }) => hashPassword(params.password, worker),
  run({ realm, params, prepared: passwordHash, request }) {
    if (hasOnlyLogin(realm)) throw onlyLogin();
    // Another request may have used the invitation, the address or the name since `plan`.
    const invitation = accessInvitationByKey(realm, params.key);
    const email = checkNewAccount(realm, invitation, params);
    const { full_name, locale } = params;
    const user = acceptInvitation(realm, invitation, { email, full_name, passwordHash, locale });
    const token = startSession(realm, user.id, request, { owesSetup: owesSecondFactor(realm, user) });
    return { user_id: user.id, email: user.delivery_email, token };
  },
  shape: ({ result: { token, ...account }, request }) => new WithHeaders(account, loginCookies(token, request)),
});

/** Sends the actor the welcome message with a custom text, as a preview of what new users would receive. */
const testWelcomeMessageEndpoint = action({
  route: "POST /realm/test_welcome_bot_custom_message",
  by: "administrator",
  params: { welcome_message_custom_text: textParameter(welcomeTextSchema) },
  reply: { message_id: v.number() },
  run({ realm, actor, params: { welcome_message_custom_text: text } }) {
    checkContent(text);
    return { message_id: sendCustomWelcome(realm, accessUser(realm, actor, actor.user_id), text) };
  },
});

export const invitationEndpoints = [
  createLinkEndpoint,
  getInvitationsEndpoint,
  revokeInvitationEndpoint,
  revokeLinkEndpoint,
  resendInvitationEndpoint,
  getInvitationEndpoint,
  confirmAddressEndpoint,
  acceptInvitationEndpoint,
  testWelcomeMessageEndpoint,
];
