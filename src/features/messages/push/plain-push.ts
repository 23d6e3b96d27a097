import type { UserId } from "../../../protocol/ids.ts";
import { askService, type Service, type ServiceAnswer, valueIn } from "./push-service.ts";
import type { TokenKind } from "./rows.ts";
import type { Token } from "./tokens.ts";

/** What some devices of one person are to be told, which whoever carries it can read. */
export interface OpenPush {
  readonly user: UserId;
  readonly tokens: readonly Token[];
  /** For Apple's devices, and for Google's. */
  readonly payloads: { readonly apns: object; readonly gcm: object };
  readonly isUrgent: boolean;
}

export interface OpenAnswer {
  readonly answer: ServiceAnswer;
  /** Tokens of devices that are there no more. */
  readonly gone: readonly { readonly kind: TokenKind; readonly tokens: readonly string[] }[];
}

/** Has devices told by one request: the service takes one person at a time. */
export async function sendOpen(
  service: Service,
  realm_uuid: string,
  { user, tokens, payloads, isUrgent }: OpenPush,
  signal: AbortSignal,
): Promise<OpenAnswer> {
  const of = (kind: TokenKind) => tokens.filter((one) => one.kind === kind).map(({ token }) => token);
  const [apple_devices, android_devices] = [of("apns"), of("fcm")];
  const json = {
    user_id: user,
    realm_uuid,
    apns_payload: apple_devices.length > 0 ? payloads.apns : {},
    gcm_payload: android_devices.length > 0 ? payloads.gcm : {},
    gcm_options: android_devices.length > 0 ? { priority: isUrgent ? "high" : "normal" } : {},
    android_devices,
    apple_devices,
  };
  const answer = await askService(service, { path: "notify", json }, signal);
  const deleted = answer.kind === "done" ? valueIn(answer.reply, "deleted_devices") : undefined;
  return {
    answer,
    gone: [
      { kind: "apns", tokens: textsIn(valueIn(deleted, "apple_devices")) },
      { kind: "fcm", tokens: textsIn(valueIn(deleted, "android_devices")) },
    ],
  };
}

const textsIn = (list: unknown): string[] =>
  Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];
