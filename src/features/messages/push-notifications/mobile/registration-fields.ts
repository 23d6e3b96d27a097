import { Buffer } from "node:buffer";
import type { Env } from "../../../../config/env.ts";
import type { Log } from "../../../../logging/log.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { Realm } from "../../../../realm/realm.ts";
import type { TokenKind } from "../rows.ts";
import { askService, serverIdIn, serviceOf } from "./push-service.ts";
import { ownerAtService } from "./realm-uuid.ts";
import { type TokenChange, tokensOf } from "./tokens.ts";

/** The push service's numbers for the kinds of tokens. */
export const TOKEN_KINDS: Readonly<Record<TokenKind, number>> = Object.freeze({ apns: 1, fcm: 2 });

/** Job: registers or unregisters a token at the push service, depending on whether its user still has it. */
export async function forwardToken(
  { realm, env, log }: { realm: Realm; env: Env; log: Log },
  { user, kind, token }: TokenChange,
): Promise<void> {
  if (realm.config.pushService === null) return;
  const kept = tokensOf(realm, user).find((one) => one.kind === kind && one.token === token);
  const owner = realm.change(() => ownerAtService(realm, user));
  const about = { ...owner, token, token_kind: TOKEN_KINDS[kind] };
  const answer = await askService(
    serviceOf(realm.config.pushService, env),
    kept === undefined
      ? { path: "push/unregister", form: about }
      : { path: "push/register", form: { ...about, server_uuid: serverIdIn(env), ios_app_id: kept.app_id } },
  );
  switch (answer.kind) {
    case "done":
      return;
    case "refused":
      // A token the service doesn't know needn't be unregistered; one that it rejects gets no pushes.
      if (kept !== undefined) log.warn("push_token_refused", { user, code: answer.code });
      return;
    case "failed":
    case "unreachable":
      throw new Error(`the push service ${answer.kind === "failed" ? "fails" : "is unreachable"}`);
    default:
      answer satisfies never;
  }
}

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

export function keyFieldsOf({ push_key_id, push_key }: RegistrationParams): KeyFields | undefined {
  if (push_key_id !== undefined && (push_key_id < 0 || push_key_id > MAX_UINT32))
    throw badRequest("Invalid push_key_id: Value error, Not a valid unsigned 32-bit integer");
  return push_key_id === undefined || push_key === undefined ? undefined : { push_key_id, push_key };
}

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
