import * as v from "valibot";
import { setupAction } from "../../../api/endpoint.ts";
import { count, json, optional, textParameter } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { Role, roleSchema } from "../../../protocol/roles.ts";
import { words } from "../../../protocol/words/words.ts";
import type { Realm } from "../../../realm/realm.ts";
import { canSendMail } from "../../email/email.ts";
import { checkNewPerson, createAccount } from "../../organization/account-actions/accounts.ts";
import { deactivatePerson } from "../../organization/account-actions/deactivation.ts";
import { sendDeactivationMail } from "../../organization/account-actions/deactivation-mail.ts";
import { checkNotLastOwner } from "../../organization/account-actions/owner-rules.ts";
import { changeRole } from "../../organization/account-actions/roles.ts";
import { peopleFrom, type User } from "../../organization/accounts/accounts.ts";
import { confirmAddress } from "../../organization/accounts/authentication/credentials.ts";
import { forgetAllLogins } from "../../organization/accounts/authentication/login-attempts.ts";
import { emailSchema } from "../../organization/accounts/email.ts";
import { fullNameSchema } from "../../organization/accounts/full-name.ts";
import { emailUser } from "../../organization/organization-settings/email-user.ts";
import { makePasswordLink, revokeLogins } from "../../people/password-reset/password-reset.ts";
import { notifyLoginChange } from "../../people/two-factor/change-emails.ts";
import { accessPerson, accountParams, byOperator, organizationParams } from "./operator-account.ts";

const roleWords = words("roleLetter", {
  subject: "Your role in {organization} was changed",
  changed: "Your server administrator changed your role in {organization} ({url}). You are now {role}.",
  roles: {
    owner: "an owner",
    administrator: "an administrator",
    moderator: "a moderator",
    member: "a member",
    guest: "a guest",
  },
});

const ROLE_NAMES = {
  [Role.owner]: "owner",
  [Role.administrator]: "administrator",
  [Role.moderator]: "moderator",
  [Role.member]: "member",
  [Role.guest]: "guest",
} as const;

function notifyRole(realm: Realm, user: User, role: Role): void {
  if (!canSendMail(realm)) return;
  emailUser(realm, user, roleWords, (words, name) => ({
    paragraphs: [words.changed(name, realm.url, words.roles[ROLE_NAMES[role]])],
  }));
}

// Endpoints that let the server's operator manage an organization's users like one of its administrators. They require
// the setup token, and aren't part of Zulip's API.

const PAGE_SIZE = 1000;

const listPeopleEndpoint = setupAction({
  route: "POST /organizations/people",
  ...byOperator,
  evenDeactivated: true,
  repeatable: true,
  params: { ...organizationParams, after: optional(count, 0) },
  reply: {
    people: v.array(
      v.object({
        user_id: v.number(),
        email: v.string(),
        full_name: v.string(),
        role: v.number(),
        is_active: v.boolean(),
        date_joined: v.number(),
      }),
    ),
    /** Id to continue after, or null at the end. */
    next: v.nullable(v.number()),
  },
  run({ realm, params: { after } }) {
    const people = peopleFrom(realm, { after, most: PAGE_SIZE }).map((user) => ({
      user_id: user.id,
      email: user.delivery_email,
      full_name: user.full_name,
      role: user.role,
      is_active: user.is_active === 1,
      date_joined: user.date_joined,
    }));
    return { people, next: people.length < PAGE_SIZE ? null : (people.at(-1)?.user_id ?? null) };
  },
});

/** Creates an account, and a link for choosing its password. */
const addPersonEndpoint = setupAction({
  route: "POST /organizations/people/add",
  ...byOperator,
  params: {
    ...organizationParams,
    email: textParameter(emailSchema),
    full_name: textParameter(fullNameSchema),
    role: optional(json(roleSchema), Role.member),
  },
  reply: { user_id: v.number(), url: v.string(), expires_at: v.number() },
  run({ realm, params: { email, full_name, role } }) {
    checkNewPerson(realm, { email, full_name });
    const user = createAccount(realm, { delivery_email: email, full_name, role });
    // The operator is trusted to know that the address is the user's.
    confirmAddress(realm, user);
    realm.log.info("person_added", { account: user.id, role, by: "operator" });
    return { user_id: user.id, ...makePasswordLink(realm, user, undefined) };
  },
});

/** Changes a user's role, except for the only owner's. */
const changeRoleEndpoint = setupAction({
  route: "POST /organizations/people/role",
  ...byOperator,
  params: { ...accountParams, role: json(roleSchema) },
  run({ realm, params: { email, role } }) {
    const user = accessPerson(realm, email);
    if (user.is_active === 0) throw badRequest("User is deactivated");
    if (user.role === role) return;
    checkNotLastOwner(realm, user, "The owner permission cannot be removed from the only organization owner.");
    changeRole(realm, user, role);
    realm.log.info("role_changed", { account: user.id, from: user.role, to: role, by: "operator" });
    notifyRole(realm, user, role);
  },
});

const deactivatePersonEndpoint = setupAction({
  route: "POST /organizations/people/deactivate",
  ...byOperator,
  params: accountParams,
  run({ realm, params: { email } }) {
    const user = accessPerson(realm, email);
    deactivatePerson(realm, user);
    realm.log.info("person_deactivated", { account: user.id, by: "operator" });
    sendDeactivationMail(realm, user, { by: undefined });
  },
});

/** Ends a user's sessions, and revokes their API keys. */
const endLoginsEndpoint = setupAction({
  route: "POST /organizations/people/end_logins",
  ...byOperator,
  params: accountParams,
  run({ realm, params: { email } }) {
    const user = accessPerson(realm, email);
    revokeLogins(realm, user);
    realm.log.info("logins_ended", { account: user.id, by: "operator" });
    notifyLoginChange(realm, user, { kind: "logins ended" });
  },
});

/** Resets the login attempt limits of an account, for all IP addresses and browsers. */
const unlockEndpoint = setupAction({
  route: "POST /organizations/people/unlock",
  ...byOperator,
  params: accountParams,
  reply: {
    /**
     * Number of rows removed. An attempt from an unknown browser has two: one for its IP address, and one for all IP
     * addresses.
     */
    attempts: v.number(),
  },
  run({ realm, params: { email } }) {
    const user = accessPerson(realm, email);
    const attempts = forgetAllLogins(realm, user.delivery_email);
    realm.log.info("attempts_forgotten", { account: user.id, attempts, by: "operator" });
    if (attempts > 0) notifyLoginChange(realm, user, { kind: "attempts forgotten" });
    return { attempts };
  },
});

export const operatePeopleEndpoints = [
  unlockEndpoint,
  listPeopleEndpoint,
  addPersonEndpoint,
  changeRoleEndpoint,
  deactivatePersonEndpoint,
  endLoginsEndpoint,
];
