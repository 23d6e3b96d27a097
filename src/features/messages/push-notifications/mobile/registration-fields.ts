import { Buffer } from "node:buffer";
import { badRequest } from "../../../../protocol/errors.ts";
import type { TokenKind } from "../rows.ts";

export interface KeyFields {
  readonly push_key_id: number;
  /** Base64 of a byte for the kind of key, followed by the key. */
  readonly push_key: string;
}

/** A device's token, which only the push service can read. */
export interface TokenFields {
  readonly token_kind: TokenKind;
  /** Base64 of the first eight bytes of the token's SHA-256. */
  readonly token_id: string;
  readonly bouncer_public_key: string;
  readonly encrypted_push_registration: string;
}

type RegistrationParams = {
  readonly [Name in keyof (KeyFields & TokenFields)]: (KeyFields & TokenFields)[Name] | undefined;
};

const PUSH_KEY_BYTES = 33;
/** First byte of a key for XSalsa20 and Poly1305, the only kind so far. */
const SECRETBOX = 0x31;
const TOKEN_ID_BYTES = 8;
const MAX_UINT32 = 0xffff_ffff;

/** Returns the fields of the key, or undefined if any is missing. */
export function keyFieldsOf({ push_key_id, push_key }: RegistrationParams): KeyFields | undefined {
  if (push_key_id !== undefined && (push_key_id < 0 || push_key_id > MAX_UINT32))
    throw badRequest("Invalid push_key_id: Value error, Not a valid unsigned 32-bit integer");
  return push_key_id === undefined || push_key === undefined ? undefined : { push_key_id, push_key };
}

/** Returns the fields of the token, or undefined if any is missing. */
export function tokenFieldsOf(sent: RegistrationParams): TokenFields | undefined {
  const { token_kind, token_id, bouncer_public_key, encrypted_push_registration } = sent;
  if (token_kind === undefined || token_id === undefined) return undefined;
  if (bouncer_public_key === undefined || encrypted_push_registration === undefined) return undefined;
  return { token_kind, token_id, bouncer_public_key, encrypted_push_registration };
}

export function checkPushKey({ push_key }: KeyFields): void {
  const bytes = decodeBase64(push_key);
  if (bytes?.length !== PUSH_KEY_BYTES || bytes[0] !== SECRETBOX) throw badRequest("Invalid `push_key`");
}

export function checkTokenId(token_id: string): void {
  if (decodeBase64(token_id)?.length !== TOKEN_ID_BYTES) throw badRequest("`token_id` is not Base64 encoded");
}

/** Decodes Base64 (RFC 4648). Returns undefined if the text isn't valid or isn't the canonical encoding. */
function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}
