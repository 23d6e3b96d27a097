import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { integer, json, text } from "../../../api/parameter.ts";
import type { Actor } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { accessSelfToChange } from "../../organization/accounts/authentication/credentials.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { accessChallenge, newChallenge, spendChallenge } from "../passkeys/challenges.ts";
import {
  addPasskey,
  checkPasskeyRoom,
  listPasskeys,
  removePasskey,
  renamePasskey,
  userHandle,
} from "../passkeys/passkeys.ts";
import { ALGORITHMS } from "../passkeys/webauthn/public-key.ts";
import { newCredentialSchema, rpIdOf, verifyNewCredential } from "../passkeys/webauthn/verify.ts";
import { checkCanStillLogIn } from "../sessions/last-credential.ts";
import { settleSetup } from "../sessions/sessions.ts";
import { notifyLoginChange } from "../two-factor/change-emails.ts";
import { owesSecondFactor, stillRequired } from "../two-factor/two-factor.ts";
import { nameSchema, TIMEOUT, CREDENTIAL_TYPE as type } from "./credential-words.ts";

const passkeySchema = v.object({
  id: v.number(),
  name: v.string(),
  created_at: v.number(),
  /** Null if it was never used to log in. */
  last_used_at: v.nullable(v.number()),
});

/** Lists the actor's passkeys. Not part of Zulip's API. */
const getPasskeysEndpoint = action({
  route: "GET /users/me/passkeys",
  by: "human",
  duringSetup: true,
  reply: { passkeys: v.array(passkeySchema) },
  run: ({ realm, actor }) => ({
    passkeys: listPasskeys(realm, actor.user_id).map(({ id, name, created_at, last_used_at }) => ({
      ...{ id, name, created_at, last_used_at },
    })),
  }),
});

/** Renames one of the actor's passkeys. Not part of Zulip's API. */
const renamePasskeyEndpoint = action({
  route: "PATCH /users/me/passkeys/:passkey_id",
  by: "human",
  params: { passkey_id: integer, name: nameSchema },
  run: ({ realm, actor, params: { passkey_id: id, name } }) => renamePasskey(realm, actor.user_id, { id, name }),
});

/** Removes one of the actor's passkeys. Not part of Zulip's API. */
const deletePasskeyEndpoint = action({
  route: "DELETE /users/me/passkeys/:passkey_id",
  by: "human",
  params: { passkey_id: integer },
  run({ realm, actor, params }) {
    const user = accessSelfToChange(realm, actor, { way: "passkey", act: "take" });
    const name = removePasskey(realm, user.id, params.passkey_id);
    if (owesSecondFactor(realm, user)) throw stillRequired();
    checkCanStillLogIn(realm, user.id);
    notifyLoginChange(realm, user, { kind: "passkey removed", name });
  },
});

/** Only the session that requested a challenge can answer it. */
const useOf = ({ user_id, session_id }: Actor) => ({ to: "register", by: `${user_id} ${session_id}` }) as const;

const accessUserToAdd = (realm: Realm, actor: Actor): User =>
  accessSelfToChange(realm, actor, { way: "passkey", act: "add" });

const required = "required" as const;
const credentialType = v.literal(type);

/**
 * Returns the options a browser needs to create a passkey: `PublicKeyCredentialCreationOptionsJSON`. Not part of
 * Zulip's API.
 */
const beginPasskeyEndpoint = action({
  route: "POST /users/me/passkeys/begin",
  by: "human",
  duringSetup: true,
  reply: {
    token: v.string(),
    options: v.object({
      challenge: v.string(),
      rp: v.object({ id: v.string(), name: v.string() }),
      user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
      pubKeyCredParams: v.array(v.object({ type: credentialType, alg: v.number() })),
      excludeCredentials: v.array(v.object({ type: credentialType, id: v.string() })),
      authenticatorSelection: v.object({
        residentKey: v.literal(required),
        userVerification: v.literal(required),
      }),
      attestation: v.literal("none"),
      timeout: v.number(),
    }),
  },
  run({ realm, actor, request }) {
    const { delivery_email, full_name } = accessUserToAdd(realm, actor);
    checkPasskeyRoom(realm, actor.user_id);
    const { token, challenge } = newChallenge(realm, useOf(actor));
    const known = listPasskeys(realm, actor.user_id);
    return {
      token,
      options: {
        challenge,
        rp: { id: rpIdOf(request.origin), name: realmSettings(realm).name },
        user: { id: userHandle(realm, actor.user_id), name: delivery_email, displayName: full_name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type, alg })),
        excludeCredentials: known.map(({ credential: id }) => ({ type, id })),
        authenticatorSelection: { residentKey: required, userVerification: required },
        attestation: "none" as const,
        timeout: TIMEOUT,
      },
    };
  },
});

/** Adds a passkey created by a browser. Not part of Zulip's API. */
const addPasskeyEndpoint = action({
  route: "POST /users/me/passkeys",
  by: "human",
  duringSetup: true,
  params: { token: text("token"), credential: json(newCredentialSchema), name: nameSchema },
  reply: { id: v.number() },
  plan({ realm, actor, params }) {
    accessUserToAdd(realm, actor);
    return { challenge: accessChallenge(realm, params.token, useOf(actor)) };
  },
  prepare: ({ plan, params, request: { origin } }) =>
    verifyNewCredential(params.credential, { challenge: plan.challenge, origin }),
  run({ realm, actor, params: { token, name }, prepared: credential }) {
    const user = accessUserToAdd(realm, actor);
    // Another request may have used the challenge since `plan`.
    accessChallenge(realm, token, useOf(actor));
    spendChallenge(realm, token);
    const id = addPasskey(realm, { user: actor.user_id, name, credential });
    settleSetup(realm, actor);
    notifyLoginChange(realm, user, { kind: "passkey added", name });
    return { id };
  },
});

export const passkeyEndpoints = [
  getPasskeysEndpoint,
  beginPasskeyEndpoint,
  addPasskeyEndpoint,
  renamePasskeyEndpoint,
  deletePasskeyEndpoint,
];
