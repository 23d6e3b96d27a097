import { createHash } from "node:crypto";
import * as v from "valibot";
import type { LoginProvider } from "../../../config/login-providers.ts";
import { machineClock } from "../../../util/clock.ts";
import { after, MINUTE, type Seconds, seconds, toWholeSeconds } from "../../../util/time.ts";
import { ExternalLoginRefused } from "./refused.ts";

/** Time limit for a step of a login: logging in at the provider, or entering a name. */
export const STEP_SECONDS: Seconds = seconds(15 * MINUTE);

/** The step of a login that data is encrypted for. No other step can decrypt it. */
type Purpose = "attempt" | "joining" | "second factor";

interface Seal {
  readonly purpose: Purpose;
  readonly provider: LoginProvider;
  /** The organization's URL. */
  readonly origin: string;
}

/** Derives the key from a secret that is stored with the provider, so that all Workers have the same key. */
const sealingKey = ({ sealKey, id, issuer }: LoginProvider): Uint8Array =>
  createHash("sha256")
    .update(JSON.stringify(["login", id, issuer, sealKey]))
    .digest();

const audienceOf = ({ purpose, origin }: Seal) => `${purpose} ${origin}`;

/** Encrypts and signs what a browser stores between the steps of a login. The browser can't read or change it. */
export async function seal(content: object, seal: Seal): Promise<string> {
  const { EncryptJWT } = await import("jose");
  const now = toWholeSeconds(machineClock.milliseconds());
  return new EncryptJWT({ content })
    .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
    .setAudience(audienceOf(seal))
    .setExpirationTime(after(now, STEP_SECONDS))
    .encrypt(sealingKey(seal.provider));
}

/** Decrypts data that was encrypted for the same purpose, organization and provider. */
export async function unseal<S extends v.GenericSchema>(
  sealed: string,
  schema: S,
  seal: Seal,
): Promise<v.InferOutput<S>> {
  const { errors, jwtDecrypt } = await import("jose");
  const opened = await jwtDecrypt(sealed, sealingKey(seal.provider), {
    audience: audienceOf(seal),
    currentDate: new Date(machineClock.milliseconds()),
    keyManagementAlgorithms: ["dir"],
    contentEncryptionAlgorithms: ["A256GCM"],
  }).catch((error: unknown) => {
    if (error instanceof errors.JWTExpired) throw new ExternalLoginRefused("expired");
    if (error instanceof errors.JOSEError || error instanceof TypeError) throw new ExternalLoginRefused("state");
    throw error;
  });
  const content = v.safeParse(schema, opened.payload["content"]);
  if (!content.success) throw new ExternalLoginRefused("state");
  return content.output;
}
