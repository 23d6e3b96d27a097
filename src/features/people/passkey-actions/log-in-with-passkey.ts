import * as v from "valibot";
import { shapedAction, WithHeaders } from "../../../api/endpoint.ts";
import { integer, json, optional, text } from "../../../api/parameter.ts";
import { loginCookies, markCookie, newMark } from "../../../html-pages/cookies.ts";
import { ApiError, onlyLogin, passkeyRefused, passkeyTimeout, userDeactivated } from "../../../protocol/errors.ts";
import { Role } from "../../../protocol/roles.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { hasOnlyLogin } from "../../organization/organization-settings/login-methods.ts";
import { accountEntity, auditIfRefused, organizationEntity } from "../../trust/audit-log/audit.ts";
import { accessChallenge, newChallenge, spendChallenge } from "../passkeys/challenges.ts";
import { passkeyOf, usePasskey } from "../passkeys/passkeys.ts";
import { assertionSchema, rpIdOf, verifyAssertion } from "../passkeys/webauthn/verify.ts";
import { startSession } from "../sessions/sessions.ts";
import { CREDENTIAL_TYPE, TIMEOUT } from "./credential-words.ts";

/** Only the browser that requested a challenge, identified by a cookie, can answer it. */
function useOf(browser: string | undefined) {
  if (browser === undefined) throw passkeyTimeout();
  return { to: "log in", by: browser } as const;
}

/**
 * Returns the options a browser needs to log in with any passkey: `PublicKeyCredentialRequestOptionsJSON`. Not part of
 * Zulip's API.
 */
export const beginPasskeyLoginEndpoint = shapedAction({
  route: "POST /login/passkey/begin",
  by: "anyone",
  reply: {
    token: v.string(),
    options: v.object({
      challenge: v.string(),
      rpId: v.string(),
      userVerification: v.literal("required"),
      allowCredentials: v.array(v.object({ type: v.literal(CREDENTIAL_TYPE), id: v.string() })),
      timeout: v.number(),
    }),
  },
  run({ realm, request: { browser } }) {
    const mark = browser === undefined ? newMark(realm.random) : undefined;
    return { mark, ...newChallenge(realm, useOf(mark === undefined ? browser : hashKey(mark))) };
  },
  shape({ result: { mark, token, challenge }, request: { origin } }) {
    const rpId = rpIdOf(origin);
    const reply = {
      token,
      // The list is empty, so authenticators offer all credentials they have for this host.
      options: { challenge, rpId, userVerification: "required" as const, allowCredentials: [], timeout: TIMEOUT },
    };
    return new WithHeaders(reply, mark === undefined ? [] : [markCookie(mark, origin)]);
  },
});

/** Logs a browser in with a passkey, which counts as both factors (factors.md 3). Not part of Zulip's API. */
export const passkeyLoginEndpoint = shapedAction({
  route: "POST /login/passkey",
  by: "anyone",
  params: {
    token: text("token"),
    credential: json(assertionSchema),
    /** The expected account, if a user logs in again. */
    user_id: optional(integer),
  },
  reply: { email: v.string(), user_id: v.number(), owes_setup: v.boolean() },
  plan({ realm, params: { token, credential }, request }) {
    const challenge = accessChallenge(realm, token, useOf(request.browser));
    const passkey = passkeyOf(realm, { id: credential.id, handle: credential.response.userHandle });
    return { challenge, publicKey: passkey?.publicKey ?? null };
  },
  /** Returns null if the passkey is unknown or its signed answer is invalid. */
  async prepare({ plan: { challenge, publicKey }, params, request: { origin } }) {
    if (publicKey === null) return null;
    try {
      return await verifyAssertion(params.credential, { challenge, publicKey, origin });
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  },
  run({ realm, params: { token, credential, user_id }, prepared, request }) {
    // Since `plan`, another request may have used the challenge, or the passkey may have been deleted.
    accessChallenge(realm, token, useOf(request.browser));
    spendChallenge(realm, token);
    const passkey = passkeyOf(realm, { id: credential.id, handle: credential.response.userHandle });
    const user = passkey && accessUser(realm, null, passkey.user_id);
    const failed = (reason: string) => {
      const of = user === undefined ? organizationEntity(realm) : accountEntity(user);
      auditIfRefused(realm, "login.failed", { of, details: { method: "passkey", reason } });
    };
    if (passkey === undefined || user === undefined || prepared === null) {
      failed(user === undefined ? "no such passkey" : "wrong answer");
      throw passkeyRefused();
    }
    if (user_id !== undefined && user_id !== user.id) {
      failed("of another account");
      throw passkeyRefused();
    }
    if (user.is_active === 0) {
      failed("deactivated");
      throw userDeactivated();
    }
    if (user.role !== Role.owner && hasOnlyLogin(realm)) {
      failed("other login wanted");
      throw onlyLogin();
    }
    if (!usePasskey(realm, passkey, prepared.counter)) {
      failed("a copy");
      throw passkeyRefused();
    }
    return { id: user.id, delivery_email: user.delivery_email, token: startSession(realm, user.id, request) };
  },
  shape: ({ result: { id, delivery_email, token }, request }) =>
    new WithHeaders({ email: delivery_email, user_id: id, owes_setup: false }, loginCookies(token, request)),
});
