import * as v from "valibot";
import { badRequest } from "../../../../protocol/errors.ts";
import { machineClock } from "../../../../util/clock.ts";
import { discover, publicKeys } from "./discovery.ts";
import { TOLERANCE_SECONDS } from "./openid.ts";
import type { AskedProvider } from "./provider-fetch.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/** Validity of a logout token in seconds. Used tokens are remembered for longer than that. */
const MAX_AGE_SECONDS = 600;
const TYPES = [undefined, "jwt", "logout+jwt", "application/logout+jwt"];
/** Asymmetric algorithms only, so that no one but the provider can sign tokens. */
const ALGORITHMS = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

const id = v.pipe(v.string(), v.nonEmpty(), v.maxLength(500));
const claimsSchema = v.pipe(
  v.object({
    jti: id,
    sub: v.optional(id),
    sid: v.optional(id),
    nonce: v.optional(v.never()),
    events: v.object({ [EVENT]: v.looseObject({}) }),
  }),
  v.check(({ sub, sid }) => sub !== undefined || sid !== undefined),
);

/**
 * Parses a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). Throws if the provider didn't sign it.
 */
export async function readLogoutToken(provider: AskedProvider, token: string) {
  const { errors } = await import("jose");
  const payload = await verified(provider, token, {}).catch((error: unknown) => {
    if (error instanceof errors.JWKSNoMatchingKey) return verified(provider, token, { lacksOne: true });
    throw error;
  });
  const claims = v.safeParse(claimsSchema, payload);
  if (!claims.success) throw untrusted();
  const { jti, sid, sub } = claims.output;
  return { jti, sid, subject: sub };
}

async function verified(provider: AskedProvider, token: string, how: { lacksOne?: boolean }): Promise<unknown> {
  const { createLocalJWKSet, errors, jwtVerify } = await import("jose");
  const keys = createLocalJWKSet(await publicKeys(provider, how));
  const checked = {
    // The issuer as spelled by the provider, because owners may have entered a slash too many or too few. ID tokens are
    // checked in the same way.
    issuer: (await discover(provider)).issuer,
    audience: provider.clientId,
    algorithms: ALGORITHMS,
    clockTolerance: TOLERANCE_SECONDS,
    maxTokenAge: MAX_AGE_SECONDS,
    requiredClaims: ["iat", "exp", "jti"],
    currentDate: new Date(machineClock.milliseconds()),
  };
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys, checked);
    if (!TYPES.includes(protectedHeader.typ?.toLowerCase())) throw untrusted();
    return payload;
  } catch (error) {
    const isUnknownKey = error instanceof errors.JWKSNoMatchingKey && how.lacksOne !== true;
    if (error instanceof errors.JOSEError && !isUnknownKey) throw untrusted();
    throw error;
  }
}

const untrusted = () => badRequest("Invalid logout_token");
