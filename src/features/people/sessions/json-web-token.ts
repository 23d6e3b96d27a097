import * as v from "valibot";
import type { Config } from "../../../config/config.ts";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { inSeconds } from "../../../util/time.ts";

const secretsSchema = v.record(v.string(), v.pipe(v.string(), v.minLength(16)));
const claimsSchema = v.object({
  email: v.optional(v.string()),
  exp: v.optional(v.number()),
  nbf: v.optional(v.number()),
});
const claimsJson = v.pipe(v.string(), v.parseJson(), claimsSchema);
export type Claims = v.InferOutput<typeof claimsSchema>;

/** jose would also accept whitespace and padding, which base64url in a token doesn't have (RFC 7515, section 2). */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]+$/;

const badToken = () => badRequest("Bad JSON web token");

/**
 * Returns the secret that an organization shares with another of its services, which uses it to sign tokens. Each
 * organization has a different secret, so that the service of one can't sign tokens for the users of another.
 */
export function tokenSecret({ jwtSecrets }: Pick<Config, "jwtSecrets">, subdomain: string): string | undefined {
  const secrets = v.parse(secretsSchema, JSON.parse(jwtSecrets ?? "{}"));
  return new Map(Object.entries(secrets)).get(subdomain);
}

/** Returns the claims of a token signed with the secret (HMAC with SHA-256 only), or null. Runs in the Worker. */
export async function signedClaims(token: string, secret: string | undefined): Promise<Claims | null> {
  if (secret === undefined || !compactForm.test(token)) return null;
  const { compactVerify, errors } = await import("jose");
  const key = new TextEncoder().encode(secret);
  const verified = await compactVerify(token, key, { algorithms: ["HS256"] }).catch((error: unknown) => {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  });
  if (verified === null || verified.protectedHeader.crit !== undefined) return null;
  const claims = v.safeParse(claimsJson, Buffer.from(verified.payload).toString());
  return claims.success ? claims.output : null;
}

/** Returns the email in signed claims. Throws if the claims are missing or not currently valid. */
export function emailIn(realm: Realm, claims: Claims | null): string {
  if (claims === null) throw badToken();
  const { email, exp, nbf } = claims;
  const now = inSeconds(realm.clock.milliseconds());
  if ((exp !== undefined && exp <= now) || (nbf !== undefined && nbf > now)) throw badToken();
  if (email === undefined) throw badRequest("No email specified in JSON web token claims");
  return email;
}
