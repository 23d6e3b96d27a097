import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { integer, text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { accessUserToChange } from "../../organization/accounts/access.ts";
import { accessSelfToChange, checkWayInChange } from "../../organization/accounts/authentication/credentials.ts";
import { settleSetup } from "../sessions/sessions.ts";
import { qrCode } from "../two-factor/qr-code.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  isSecondFactorRequired,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactorState,
} from "../two-factor/two-factor.ts";
import { setupPages } from "./setup-pages.ts";

const recoveryCodes = { recovery_codes: v.array(v.string()) };

/**
 * Returns whether the actor has two-factor authentication, and whether they must have it (factors.md 2). Not part of
 * Zulip's API.
 */
const getSecondFactorEndpoint = action({
  route: "GET /users/me/second_factor",
  by: "human",
  duringSetup: true,
  reply: {
    second_factor: v.nullable(v.object({ since: v.number(), recovery_codes_left: v.number() })),
    /** Whether the organization requires the actor to have a passkey or two-factor authentication. */
    is_required: v.boolean(),
  },
  run: ({ realm, actor }) => ({
    second_factor: secondFactorState(realm, actor.user_id),
    is_required: isSecondFactorRequired(realm, actor),
  }),
});

/**
 * Starts setting up two-factor authentication: returns the secret for an authenticator app. Not part of Zulip's API.
 */
const beginSecondFactorEndpoint = shapedAction({
  route: "POST /users/me/second_factor",
  by: "human",
  duringSetup: true,
  reply: {
    /** In base32, for users who type it in. */
    secret: v.string(),
    /** The secret as a URI, for apps. */
    uri: v.string(),
    /** The URI as a QR code: its size, and its dark squares as an SVG path. */
    qr: v.object({ size: v.number(), path: v.string() }),
  },
  run({ realm, actor }) {
    const user = accessSelfToChange(realm, actor, { way: "second factor", act: "add" });
    return beginSecondFactor(realm, user);
  },
  shape: ({ result }) => ({ ...result, qr: qrCode(result.uri) }),
});

/** Turns two-factor authentication on, with its first code. Not part of Zulip's API. */
const confirmSecondFactorEndpoint = action({
  route: "POST /users/me/second_factor/confirm",
  by: "human",
  duringSetup: true,
  params: { code: text("word") },
  reply: recoveryCodes,
  run({ realm, actor, params }) {
    const user = accessSelfToChange(realm, actor, { way: "second factor", act: "add" });
    const recovery_codes = confirmSecondFactor(realm, user, params.code);
    settleSetup(realm, actor);
    return { recovery_codes };
  },
});

/** Creates new recovery codes. Not part of Zulip's API. */
const renewRecoveryCodesEndpoint = action({
  route: "POST /users/me/second_factor/recovery_codes",
  by: "human",
  reply: recoveryCodes,
  run({ realm, actor }) {
    const user = accessSelfToChange(realm, actor, { way: "recovery codes", act: "change" });
    return { recovery_codes: renewRecoveryCodes(realm, user) };
  },
});

/** Turns two-factor authentication off. Not part of Zulip's API. */
const deleteSecondFactorEndpoint = action({
  route: "DELETE /users/me/second_factor",
  by: "human",
  run({ realm, actor }) {
    const user = accessSelfToChange(realm, actor, { way: "second factor", act: "take" });
    endSecondFactor(realm, user);
  },
});

/**
 * Removes two-factor authentication and passkeys from the account of a user who lost them. After that, the password is
 * enough to log in, or to set up new ones if they are required. Not part of Zulip's API.
 */
const resetSecondFactorEndpoint = action({
  route: "DELETE /users/:user_id/second_factor",
  by: "administrator",
  params: { user_id: integer },
  run({ realm, actor, params }) {
    const user = accessUserToChange(realm, actor, params.user_id);
    // Users remove their own second factor and passkeys one at a time.
    if (user.id === actor.user_id) throw badRequest("You can't do this for your own account.");
    for (const way of ["second factor", "passkey"] as const) {
      checkWayInChange(realm, actor, { way, act: "take", of: user });
    }
    resetSecondFactor(realm, user, actor.full_name);
    realm.log.info("second_factor_reset", { account: user.id, by: actor.user_id });
  },
});

/** Sets up two-factor authentication for the user's own account, or removes it for a user who lost it. */
export const secondFactorActions = feature({
  name: "second-factor-settings",
  tag: "second-factor",
  endpoints: [
    getSecondFactorEndpoint,
    beginSecondFactorEndpoint,
    confirmSecondFactorEndpoint,
    renewRecoveryCodesEndpoint,
    deleteSecondFactorEndpoint,
    resetSecondFactorEndpoint,
  ],
  pages: setupPages,
});
