import { Buffer } from "node:buffer";
import type { Device } from "./devices.ts";
import { askService, type Service, type ServiceAnswer, valueIn } from "./push-service.ts";
import { seal } from "./sealed-box.ts";

/** A notification for one device. Its payload is encrypted with the device's key, so nobody else can read it. */
export interface EncryptedPush {
  readonly device: Device;
  readonly payload: object;
  /** Whether the device wakes up for it; otherwise it arrives once the device is awake. */
  readonly isUrgent: boolean;
}

/** The push service's answer to encrypted pushes. */
export interface EncryptedResult {
  readonly answer: ServiceAnswer;
  /** Devices that no longer exist. */
  readonly gone: readonly Device[];
  /** Devices whose public key is invalid: nothing can be encrypted for them. */
  readonly invalidKeys: readonly Device[];
}

/** Sends encrypted pushes, all in one request. */
export async function sendEncrypted(
  service: Service,
  realm_uuid: string,
  pushes: readonly EncryptedPush[],
  signal: AbortSignal,
): Promise<EncryptedResult> {
  const encrypted = await Promise.all(pushes.map(async (push) => ({ push, data: await encryptedFor(push) })));
  const invalidKeys = encrypted.flatMap(({ push, data }) => (data === null ? [push.device] : []));
  const push_requests = encrypted.flatMap(({ push, data }) => (data === null ? [] : [requestFor(push, data)]));
  if (push_requests.length === 0) return { answer: { kind: "done", reply: null }, gone: [], invalidKeys };
  const answer = await askService(service, { path: "e2ee/notify", json: { realm_uuid, push_requests } }, signal);
  const names = answer.kind === "done" ? valueIn(answer.reply, "delete_device_ids") : undefined;
  const lost = new Set<unknown>(Array.isArray(names) ? names : []);
  const gone = pushes.flatMap(({ device }) =>
    device.device_id !== null && lost.has(device.device_id) ? [device] : [],
  );
  return { answer, gone, invalidKeys };
}

async function encryptedFor({ device, payload }: EncryptedPush): Promise<string | null> {
  try {
    const box = await seal(Buffer.from(JSON.stringify(payload)), Buffer.from(device.push_public_key, "base64"));
    return Buffer.from(box).toString("base64");
  } catch {
    return null;
  }
}

function requestFor({ device, isUrgent }: EncryptedPush, encrypted_data: string) {
  const { device_id, push_account_id, token_kind } = device;
  const payload = { push_account_id, encrypted_data };
  if (token_kind === "fcm") return { device_id, fcm_priority: isUrgent ? "high" : "normal", payload };
  return {
    device_id,
    http_headers: { apns_priority: isUrgent ? 10 : 5, apns_push_type: isUrgent ? "alert" : "background" },
    payload: { ...payload, aps: { "mutable-content": 1, alert: { title: "New notification" } } },
  };
}
