import { createHash } from "node:crypto";
import * as v from "valibot";
import { boundedText } from "../../../../protocol/bounded.ts";
import { passkeyRefused } from "../../../../protocol/errors.ts";
import { readAuthenticatorData } from "./authenticator-data.ts";
import { BadCbor, readCborMap } from "./cbor.ts";
import { importPublicKey, isSignedBy, type PublicKey, readPublicKey } from "./public-key.ts";

/*
 * The checks of Web Authentication (level 3, sections 7.1 and 7.2) that this server needs: no attestation, and user
 * verification every time. `@simplewebauthn/server` 14 does the same and much more. Its certificates and ASN.1 are 88
 * kB of compressed code that every start of the Worker would pay for, unused.
 */

const base64url = v.pipe(boundedText("token"), v.regex(/^[\w-]+$/));

/** A new credential in the form of `PublicKeyCredential.toJSON()`. */
export const newCredentialSchema = v.object({
  id: base64url,
  type: v.literal("public-key"),
  response: v.object({ clientDataJSON: base64url, attestationObject: base64url }),
});

/** A credential's signed answer in the form of `PublicKeyCredential.toJSON()`. */
export const assertionSchema = v.object({
  id: base64url,
  type: v.literal("public-key"),
  response: v.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: v.optional(v.nullable(base64url)),
  }),
});

/** The challenge the browser should have signed, and the site. */
interface ExpectedChallenge {
  readonly challenge: string;
  readonly origin: string;
}

const clientDataSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    type: v.string(),
    challenge: v.string(),
    origin: v.string(),
    crossOrigin: v.optional(v.boolean()),
  }),
);

/** Returns the name that credentials are bound to: the organization's host. */
export const rpIdOf = (origin: string): string => new URL(origin).hostname;

/** Returns the new credential sent by a browser. Throws if any check fails. */
export async function verifyNewCredential(
  { id, response }: v.InferOutput<typeof newCredentialSchema>,
  expected: ExpectedChallenge,
) {
  return refusing(async () => {
    readClientData(response.clientDataJSON, "webauthn.create", expected);
    const attestation = decodeBase64Url(response.attestationObject);
    const { value, end } = readCborMap(attestation);
    const data = value.get("authData");
    // The authenticator's model doesn't matter, so its attestation statement isn't read.
    if (!(data instanceof Uint8Array) || end !== attestation.length) throw passkeyRefused();
    const { credential, counter } = readVerifiedData(data, expected.origin);
    if (credential === undefined || Buffer.from(credential.id).toString("base64url") !== id) throw passkeyRefused();
    const publicKey = readPublicKey(credential.key);
    await importPublicKey(publicKey);
    return { id, publicKey, counter };
  });
}

/** Returns a credential's signature counter. Throws if any check of its answer fails. */
export async function verifyAssertion(
  { response }: v.InferOutput<typeof assertionSchema>,
  { publicKey, ...expected }: ExpectedChallenge & { readonly publicKey: PublicKey },
): Promise<{ readonly counter: number }> {
  return refusing(async () => {
    const clientData = readClientData(response.clientDataJSON, "webauthn.get", expected);
    const data = decodeBase64Url(response.authenticatorData);
    const { counter } = readVerifiedData(data, expected.origin);
    const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
    if (!(await isSignedBy(publicKey, decodeBase64Url(response.signature), signed))) throw passkeyRefused();
    return { counter };
  });
}

/** Turns errors from WebCrypto and the parsers into a rejection of the answer. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTheirs = error instanceof BadCbor || error instanceof DOMException || error instanceof v.ValiError;
    throw isTheirs ? passkeyRefused() : error;
  }
}

function readClientData(encoded: string, type: string, { challenge, origin }: ExpectedChallenge): Uint8Array {
  const bytes = decodeBase64Url(encoded);
  const data = v.parse(clientDataSchema, new TextDecoder("utf-8").decode(bytes));
  const isAsked = data.type === type && data.challenge === challenge;
  if (!isAsked || data.origin !== origin || data.crossOrigin === true) throw passkeyRefused();
  return bytes;
}

/** Parses an authenticator's data. Throws unless it is for this site and the user was verified. */
function readVerifiedData(bytes: Uint8Array, origin: string) {
  const data = readAuthenticatorData(bytes);
  const rpIdHash = createHash("sha256").update(rpIdOf(origin)).digest("hex");
  if (Buffer.from(data.rpIdHash).toString("hex") !== rpIdHash || !data.userPresent || !data.userVerified)
    throw passkeyRefused();
  return data;
}

const decodeBase64Url = (encoded: string): Uint8Array => new Uint8Array(Buffer.from(encoded, "base64url"));
