import * as v from "valibot";
import { action, shapedAction } from "../../../../endpoints/endpoint.ts";
import { integer, text } from "../../../../endpoints/parameter.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { accessUser, accessUserToChange } from "../../../organization/users/access.ts";
import { checkWayInChange } from "../../../organization/users/authentication/ways-in.ts";
import { settleSetup } from "../../logins/sessions.ts";
import { qrCode } from "../qr-code.ts";
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  isSecondFactorRequired,
  renewRecoveryCodes,
  resetSecondFactor,
  secondFactorState,
} from "../second-factor.ts";

const recoveryCodes = { recovery_codes: v.array(v.string()) };

/** Whether the actor has a second factor, and must have one (factors.md 2). An endpoint of this server's own. */
export const getSecondFactorEndpoint = action({
  route: "GET /users/me/second_factor",
  by: "human",
  duringSetup: true,
  params: {},
  reply: {
    second_factor: v.nullable(v.object({ since: v.number(), recovery_codes_left: v.number() })),
    /** Whether the organization wants a passkey or a second factor of the actor. */
    is_required: v.boolean(),
  },
  run: ({ realm, actor }) => ({
    second_factor: secondFactorState(realm, actor.user_id),
    is_required: isSecondFactorRequired(realm, actor),
  }),
});

/** Begins to set up a second factor: the secret for an authenticator app. An endpoint of this server's own. */
export const beginSecondFactorEndpoint = shapedAction({
  route: "POST /users/me/second_factor",
  by: "human",
  duringSetup: true,
  params: {},
  reply: {
    /** In base32, to be typed in. */
    secret: v.string(),
    /** The same as an address, for apps. */
    uri: v.string(),
    /** The address as a QR code: its size, and its dark squares as a path of SVG. */
    qr: v.object({ size: v.number(), path: v.string() }),
  },
  run({ realm, actor }) {
    const user = accessUser(realm, actor, actor.user_id);
    checkWayInChange(realm, actor, { way: "second factor", act: "add", of: user });
    return beginSecondFactor(realm, user);
  },
  shape: ({ result }) => ({ ...result, qr: qrCode(result.uri) }),
});

/** Turns the second factor on, by its first code. An endpoint of this server's own. */
export const confirmSecondFactorEndpoint = action({
  route: "POST /users/me/second_factor/confirm",
  by: "human",
  duringSetup: true,
  params: { code: text("word") },
  reply: recoveryCodes,
  run({ realm, actor, params }) {
    const user = accessUser(realm, actor, actor.user_id);
    checkWayInChange(realm, actor, { way: "second factor", act: "add", of: user });
    const recovery_codes = confirmSecondFactor(realm, user, params.code);
    settleSetup(realm, actor);
    return { recovery_codes };
  },
});

/** Makes new recovery codes. An endpoint of this server's own. */
export const renewRecoveryCodesEndpoint = action({
  route: "POST /users/me/second_factor/recovery_codes",
  by: "human",
  params: {},
  reply: recoveryCodes,
  run({ realm, actor }) {
    const user = accessUser(realm, actor, actor.user_id);
    checkWayInChange(realm, actor, { way: "recovery codes", act: "change", of: user });
    return { recovery_codes: renewRecoveryCodes(realm, user) };
  },
});

/** Turns the second factor off. An endpoint of this server's own. */
export const deleteSecondFactorEndpoint = action({
  route: "DELETE /users/me/second_factor",
  by: "human",
  params: {},
  reply: {},
  run({ realm, actor }) {
    const user = accessUser(realm, actor, actor.user_id);
    checkWayInChange(realm, actor, { way: "second factor", act: "take", of: user });
    endSecondFactor(realm, user);
    return {};
  },
});

/**
 * Takes second factor and passkeys off the account of somebody who has lost them: the password is enough again, or leads to
 * setting up new ones. An endpoint of this server's own.
 */
export const resetSecondFactorEndpoint = action({
  route: "DELETE /users/:user_id/second_factor",
  by: "administrator",
  params: { user_id: integer },
  reply: {},
  run({ realm, actor, params }) {
    const user = accessUserToChange(realm, actor, params.user_id);
    // The account itself does it one by one.
    if (user.id === actor.user_id) throw badRequest("You can't do this for your own account.");
    for (const way of ["second factor", "passkey"] as const) {
      checkWayInChange(realm, actor, { way, act: "take", of: user });
    }
    resetSecondFactor(realm, user, actor.full_name);
    realm.log.info("second_factor_reset", { account: user.id, by: actor.user_id });
    return {};
  },
});
