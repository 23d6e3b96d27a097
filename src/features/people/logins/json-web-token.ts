import { createHmac, timingSafeEqual } from "node:crypto";
import * as v from "valibot";
import { badRequest } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { inSeconds } from "../../../util/time.ts";

const secretsSchema = v.record(v.string(), v.pipe(v.string(), v.minLength(16)));
const headerSchema = v.object({ alg: v.literal("HS256"), crit: v.optional(v.never()) });
const claimsSchema = v.object({
  email: v.optional(v.string()),
  exp: v.optional(v.number()),
  nbf: v.optional(v.number()),
});

const badToken = () => badRequest("Bad JSON web token");

/** The email address in a token that another service of the organization has signed with their shared secret. */
export function emailInToken(realm: Realm, token: string): string {
  const secret = secretOf(realm);
  if (secret === undefined) throw badRequest("JWT authentication is not enabled for this organization");
  if (token === "") throw badRequest("No JSON web token passed in request");
  const [, signed = "", header = "", claims = "", signature = ""] =
    /^(([\w-]+)\.([\w-]+))\.([\w-]+)$/.exec(token) ?? [];
  const expected = createHmac("sha256", secret).update(signed).digest();
  const given = Buffer.from(signature, "base64url");
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw badToken();
  parsePart(headerSchema, header);
  const { email, exp, nbf } = parsePart(claimsSchema, claims);
  const now = inSeconds(realm.clock.milliseconds());
  if ((exp !== undefined && exp <= now) || (nbf !== undefined && nbf > now)) throw badToken();
  if (email === undefined) throw badRequest("No email specified in JSON web token claims");
  return email;
}

/** The organization's own secret, so that a service of one organization cannot sign for the users of another. */
function secretOf({ config, identity }: Realm): string | undefined {
  const secrets = v.parse(secretsSchema, JSON.parse(config.jwtSecrets ?? "{}"));
  return new Map(Object.entries(secrets)).get(identity.subdomain);
}

function parsePart<T>(schema: v.GenericSchema<unknown, T>, part: string): T {
  try {
    return v.parse(schema, JSON.parse(Buffer.from(part, "base64url").toString()));
  } catch {
    throw badToken();
  }
}
