import { createHmac } from "node:crypto";
import type { Delivery } from "../../../api/delivery.ts";
import { isSameSecret } from "../../../util/is-same.ts";
import type { Seconds } from "../../../util/time.ts";

/**
 * How a service proves that a delivery is authentic: an HMAC of the content in a header, or the secret itself. The
 * formats follow the services' documentation.
 */
export type SignatureForm =
  | {
      readonly by: "hmac";
      readonly header: string;
      readonly hash?: "sha1" | "sha256";
      readonly encoding?: "hex" | "base64";
      /** Header with the time that is also signed, or a field in the signature header (`t=`). */
      readonly time?: { readonly header: string } | { readonly field: string };
      /** The text that is signed, with placeholders {time} and {body}. */
      readonly signed?: string;
    }
  | { readonly by: "token"; readonly header: string };

export type Signature =
  | {
      readonly by: "hmac";
      readonly hash: "sha1" | "sha256";
      readonly encoding: "hex" | "base64";
      readonly given: readonly string[];
      readonly signed: string;
      readonly at: number | null;
    }
  | { readonly by: "token"; readonly given: string };

const HUB: SignatureForm = { by: "hmac", header: "X-Hub-Signature-256" };
/** Maximum age of a signed time, as Stripe and Slack recommend. */
const MAX_SECONDS = 300;

/** Reads a delivery's signature, to be verified by code that knows the secret. */
export function signatureOf({ headers, body }: Delivery, form: SignatureForm = HUB): Signature | null {
  const given = headers.get(form.header);
  if (given === null || given.length > 2000) return null;
  if (form.by === "token") return { by: "token", given };
  const { hash = "sha256", encoding = "hex", time, signed = "{body}" } = form;
  const values = given.split(/[,\s]+/).map((part) => part.split("="));
  const named =
    time && ("field" in time ? values.find(([name]) => name === time.field)?.[1] : headers.get(time.header));
  if (time !== undefined && !named) return null;
  const at = named ?? "";
  return {
    by: "hmac",
    hash,
    encoding,
    // `sha256=…`, `v1=…`, or only the signature, whose padding is also "=".
    given: given.split(/[,\s]+/).map((part) => part.replace(/^[a-z]\w*=(?=[^=])/i, "")),
    signed: signed.replace("{time}", () => at).replace("{body}", () => body),
    at: time === undefined ? null : momentIn(at),
  };
}

/** Parses a time in UNIX seconds or, as some services send, in ISO 8601. */
const momentIn = (text: string): number => (/^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1000);

export function isSigned(signature: Signature | null, secret: string, now: Seconds): boolean {
  if (signature === null) return false;
  if (signature.by === "token") return isSameSecret(signature.given, secret);
  const { at, given, hash, encoding, signed } = signature;
  if (at !== null && !(Math.abs(now - at) <= MAX_SECONDS)) return false;
  const right = createHmac(hash, secret).update(signed).digest(encoding);
  return given.some((one) => isSameSecret(encoding === "hex" ? one.toLowerCase() : one, right));
}
