import { createHash } from "node:crypto";
import * as v from "valibot";
import { boundedText } from "../../../../protocol/bounded.ts";
import { passkeyRefused } from "../../../../protocol/errors.ts";
import { readAuthenticatorData } from "./authenticator-data.ts";
import { BadCbor, readCborMap } from "./cbor.ts";
import { importPublicKey, isSignedBy, type PublicKey, readPublicKey } from "./public-key.ts";

/*
 * The checks of Web Authentication (level 3, sections 7.1 and 7.2) for what this server asks for: no attestation, and a
 * verified user each time. `@simplewebauthn/server` 14 does the same and much more; its certificates and ASN.1 are 88 kB of
 * compressed code, which every start of the Worker would pay for, and of which nothing would be used here.
 */

const base64url = v.pipe(boundedText("token"), v.regex(/^[\w-]+$/));

/** A new credential, as `PublicKeyCredential.toJSON()` writes it. */
export const newCredentialSchema = v.object({
  id: base64url,
  type: v.literal("public-key"),
  response: v.object({ clientDataJSON: base64url, attestationObject: base64url }),
});

/** The signed answer of a credential, as `PublicKeyCredential.toJSON()` writes it. */
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

/** The challenge that a browser was asked to have signed, and the site. */
interface Expected {
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

/** The name that credentials are bound to: the organization's host. */
export const rpIdOf = (origin: string): string => new URL(origin).hostname;

/** The new credential that a browser has sent, once it is right in every respect. */
export async function verifyNewCredential(
  { id, response }: v.InferOutput<typeof newCredentialSchema>,
  expected: Expected,
) {
  return refusing(async () => {
    readClientData(response.clientDataJSON, "webauthn.create", expected);
    const attestation = bytesOf(response.attestationObject);
    const { value, end } = readCborMap(attestation);
    const data = value.get("authData");
    // The make of the authenticator does not matter: its statement about that is left unread.
    if (!(data instanceof Uint8Array) || end !== attestation.length) throw passkeyRefused();
    const { credential, counter } = readVerifiedData(data, expected.origin);
    if (credential === undefined || Buffer.from(credential.id).toString("base64url") !== id) throw passkeyRefused();
    const publicKey = readPublicKey(credential.key);
    await importPublicKey(publicKey);
    return { id, publicKey, counter };
  });
}

/** The number of times that the credential has signed, once its answer is right in every respect. */
export async function verifyAssertion(
  { response }: v.InferOutput<typeof assertionSchema>,
  { publicKey, ...expected }: Expected & { readonly publicKey: PublicKey },
): Promise<{ readonly counter: number }> {
  return refusing(async () => {
    const clientData = readClientData(response.clientDataJSON, "webauthn.get", expected);
    const data = bytesOf(response.authenticatorData);
    const { counter } = readVerifiedData(data, expected.origin);
    const signed = Buffer.concat([data, createHash("sha256").update(clientData).digest()]);
    if (!(await isSignedBy(publicKey, bytesOf(response.signature), signed))) throw passkeyRefused();
    return { counter };
  });
}

/** Refuses what WebCrypto and the readers of bytes do not take as an answer that does not fit. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTheirs = error instanceof BadCbor || error instanceof DOMException || error instanceof v.ValiError;
    throw isTheirs ? passkeyRefused() : error;
  }
}

function readClientData(encoded: string, type: string, { challenge, origin }: Expected): Uint8Array {
  const bytes = bytesOf(encoded);
  const data = v.parse(clientDataSchema, new TextDecoder("utf-8").decode(bytes));
  const isAsked = data.type === type && data.challenge === challenge;
  if (!isAsked || data.origin !== origin || data.crossOrigin === true) throw passkeyRefused();
  return bytes;
}

/** The data of an authenticator, where it is for this site and has made sure who is there. */
function readVerifiedData(bytes: Uint8Array, origin: string) {
  const data = readAuthenticatorData(bytes);
  const rpIdHash = createHash("sha256").update(rpIdOf(origin)).digest("hex");
  if (Buffer.from(data.rpIdHash).toString("hex") !== rpIdHash || !data.userPresent || !data.userVerified)
    throw passkeyRefused();
  return data;
}

const bytesOf = (encoded: string): Uint8Array => new Uint8Array(Buffer.from(encoded, "base64url"));
