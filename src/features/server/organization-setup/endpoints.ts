import * as v from "valibot";
import { edgeEndpoint, setupAction } from "../../../api/endpoint.ts";
import { boolean, optional, text } from "../../../api/parameter.ts";
import { SUBDOMAIN } from "../../../config/host.ts";
import { type BulkDatabase, databasesOf } from "../../../database/databases.ts";
import { tryMail } from "../../email/transport.ts";
import { checkPasswordStrength, hashPassword } from "../../organization/accounts/authentication/password.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { makePasswordLink, setPasswordByOperator } from "../../people/password-reset/password-reset.ts";
import { resetSecondFactor } from "../../people/two-factor/two-factor.ts";
import { accessPerson, accountParams, byOperator, checkOperator, organizationParams } from "./operator-account.ts";
import { isAnythingFounded, isTaken } from "./organization-id.ts";

/** Returns whether a subdomain is available: `msg` in the response is "available", or the reason why not. */
export const getSubdomainEndpoint = edgeEndpoint({
  route: "GET /realm/subdomain/:subdomain",
  params: { subdomain: text("address") },
  reply: { msg: v.string() },
  answer: async ({ params: { subdomain }, env }) => ({
    msg: problemWith(subdomain) ?? (await availability(databasesOf(env), subdomain)),
  }),
});

function problemWith(subdomain: string): string | undefined {
  if (/^-|-$/.test(subdomain)) return "A subdomain cannot start or end with a hyphen.";
  if (!SUBDOMAIN.test(subdomain)) return "A subdomain has at most 63 lowercase letters, digits and hyphens.";
  return undefined;
}

const availability = async (databases: readonly BulkDatabase[], subdomain: string): Promise<string> =>
  (await isTaken(databases, subdomain)) ? "This subdomain is in use already. Choose another one." : "available";

/**
 * Removes the second factor and passkeys from an account, such as the only owner's. Requires the setup token. For users
 * that no one else can help to log in. Not part of Zulip's API.
 */
export const resetByOperatorEndpoint = setupAction({
  route: "POST /organizations/second_factor/reset",
  params: accountParams,
  ...byOperator,
  run({ realm, params }) {
    const user = accessPerson(realm, params.email);
    resetSecondFactor(realm, user, undefined);
    realm.log.info("second_factor_reset", { account: user.id, by: "operator" });
  },
});

/**
 * Creates a link for choosing an account's password, such as the only owner's. Requires the setup token. Not part of
 * Zulip's API.
 */
export const linkByOperatorEndpoint = setupAction({
  route: "POST /organizations/password_link",
  params: accountParams,
  reply: { url: v.string(), expires_at: v.number() },
  ...byOperator,
  run({ realm, params }) {
    const user = accessPerson(realm, params.email);
    realm.log.info("password_link_made", { account: user.id, by: "operator" });
    return makePasswordLink(realm, user, undefined);
  },
});

/** Sets an account's password to one the operator chose. Requires the setup token. Not part of Zulip's API. */
export const setPasswordEndpoint = setupAction({
  route: "POST /organizations/password",
  ...byOperator,
  params: { ...accountParams, password: text("password"), keeps_logins: optional(boolean, false) },
  async prepare({ params, ...worker }) {
    // Only the operator may learn whether the account exists, or cause a password to be hashed.
    await checkOperator({ params, ...worker });
    return hashPassword(params.password, worker);
  },
  run({ realm, params: { email, password, keeps_logins: keepsLogins }, prepared: passwordHash }) {
    const user = accessPerson(realm, email);
    checkPasswordStrength(password, [user.full_name, user.delivery_email, realmSettings(realm).name]);
    setPasswordByOperator(realm, user, { passwordHash, keepsLogins });
    realm.log.info("password_set", { account: user.id, keeps_logins: keepsLogins, by: "operator" });
  },
});

/**
 * Sends a test email for the server administrator, and returns the conversation with the mail service, without secrets.
 */
export const tryMailEndpoint = edgeEndpoint({
  route: "POST /organizations/mail/try",
  params: { ...organizationParams, to: text("address") },
  reply: {
    conversation: v.array(v.string()),
    problem: v.nullable(v.string()),
  },
  async answer({ params, config, env, request, log }) {
    await checkOperator({ params, config, env, request, log });
    const { conversation, problem = null } = await tryMail({ config, env }, params.to);
    log.info("mail_tried", { is_sent: problem === null });
    return { conversation: [...conversation], problem };
  },
});

/** Returns whether this server has, or ever had, an organization. Called by the server's own pages. */
export const getFoundedEndpoint = edgeEndpoint({
  route: "GET /organizations/founded",
  internal: true,
  reply: { any: v.boolean() },
  answer: async ({ env }) => ({ any: await isAnythingFounded(databasesOf(env)) }),
});
