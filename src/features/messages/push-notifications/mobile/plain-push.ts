import type { UserId } from "../../../../protocol/ids.ts";
import type { TokenKind } from "../rows.ts";
import { askService, type Service, type ServiceAnswer, valueIn } from "./push-service.ts";
import type { Token } from "./tokens.ts";

/** An unencrypted notification for the devices of one user. The push service can read it. */
export interface PlainPush {
  readonly owner: { readonly user_id: UserId; readonly user_uuid: string; readonly realm_uuid: string };
  readonly tokens: readonly Token[];
  readonly payloads: { readonly apns: object; readonly gcm: object };
  readonly isUrgent: boolean;
}

export interface PlainResult {
  readonly answer: ServiceAnswer;
  /** Tokens that no longer belong to a device. */
  readonly gone: readonly { readonly kind: TokenKind; readonly tokens: readonly string[] }[];
}

/** Sends a plain push to all devices of its user in one request. */
export async function sendPlain(
  service: Service,
  { owner, tokens, payloads, isUrgent }: PlainPush,
  signal: AbortSignal,
): Promise<PlainResult> {
  const of = (kind: TokenKind) => tokens.filter((one) => one.kind === kind).map(({ token }) => token);
  const [apple_devices, android_devices] = [of("apns"), of("fcm")];
  const json = {
    ...owner,
    apns_payload: apple_devices.length > 0 ? payloads.apns : {},
    gcm_payload: android_devices.length > 0 ? payloads.gcm : {},
    gcm_options: android_devices.length > 0 ? { priority: isUrgent ? "high" : "normal" } : {},
    android_devices,
    apple_devices,
  };
  const answer = await askService(service, { path: "push/notify", json }, signal);
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
