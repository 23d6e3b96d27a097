import { Buffer } from "node:buffer";
import { badRequest } from "../../../../protocol/errors.ts";
import type { TokenKind } from "../rows.ts";

/** The key of a device, which pushes to it are encrypted with. */
export interface KeyFields {
  readonly push_key_id: number;
  /** Base64 of a byte that says what kind of key it is, and the key. */
  readonly push_key: string;
}

/** The token of a device, which the push service alone can read. */
export interface TokenFields {
  readonly token_kind: TokenKind;
  /** Base64 of the first eight bytes of the token's SHA-256. */
  readonly token_id: string;
  readonly bouncer_public_key: string;
  readonly encrypted_push_registration: string;
}

/** The parameters of a registration as they came, each of which may be missing. */
type RegistrationParams = {
  readonly [Name in keyof (KeyFields & TokenFields)]: (KeyFields & TokenFields)[Name] | undefined;
};

const PUSH_KEY_BYTES = 33;
/** The first byte of a key for XSalsa20 and Poly1305, the only kind that there is. */
const SECRETBOX = 0x31;
const TOKEN_ID_BYTES = 8;
const MAX_UINT32 = 0xffff_ffff;

/** The fields of the key; undefined unless all are there. */
export function keyFieldsOf({ push_key_id, push_key }: RegistrationParams): KeyFields | undefined {
  if (push_key_id !== undefined && (push_key_id < 0 || push_key_id > MAX_UINT32))
    throw badRequest("Invalid push_key_id: Value error, Not a valid unsigned 32-bit integer");
  return push_key_id === undefined || push_key === undefined ? undefined : { push_key_id, push_key };
}

/** The fields of the token; undefined unless all are there. */
export function tokenFieldsOf(sent: RegistrationParams): TokenFields | undefined {
  const { token_kind, token_id, bouncer_public_key, encrypted_push_registration } = sent;
  if (token_kind === undefined || token_id === undefined) return undefined;
  if (bouncer_public_key === undefined || encrypted_push_registration === undefined) return undefined;
  return { token_kind, token_id, bouncer_public_key, encrypted_push_registration };
}

export function checkPushKey({ push_key }: KeyFields): void {
  const bytes = bytesOf(push_key);
  if (bytes?.length !== PUSH_KEY_BYTES || bytes[0] !== SECRETBOX) throw badRequest("Invalid `push_key`");
}

export function checkTokenId(token_id: string): void {
  if (bytesOf(token_id)?.length !== TOKEN_ID_BYTES) throw badRequest("`token_id` is not Base64 encoded");
}

/** The bytes of a text in Base64 (RFC 4648); undefined where it is none, also where it could be written otherwise. */
function bytesOf(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}
