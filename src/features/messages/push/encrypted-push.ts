import { Buffer } from "node:buffer";
import type { Device } from "./devices.ts";
import { askService, type Service, type ServiceAnswer, valueIn } from "./push-service.ts";
import { seal } from "./sealed-box.ts";

/** What one device is to be told, and it alone can read. */
export interface SealedPush {
  readonly device: Device;
  readonly payload: object;
  /** Whether it is to be shown at once, or may wait until the device is awake. */
  readonly isUrgent: boolean;
}

export interface SealedAnswer {
  readonly answer: ServiceAnswer;
  /** Devices that are there no more. */
  readonly gone: readonly Device[];
  /** Devices whose key is none: nothing can ever be sealed for them. */
  readonly keyless: readonly Device[];
}

/** Has devices told, all by one request. */
export async function sendSealed(
  service: Service,
  realm_uuid: string,
  pushes: readonly SealedPush[],
  signal: AbortSignal,
): Promise<SealedAnswer> {
  const sealed = await Promise.all(pushes.map(async (push) => ({ push, data: await sealedFor(push) })));
  const keyless = sealed.flatMap(({ push, data }) => (data === null ? [push.device] : []));
  const push_requests = sealed.flatMap(({ push, data }) => (data === null ? [] : [requestFor(push, data)]));
  if (push_requests.length === 0) return { answer: { kind: "done", reply: null }, gone: [], keyless };
  const answer = await askService(service, { path: "e2ee/notify", json: { realm_uuid, push_requests } }, signal);
  const names = answer.kind === "done" ? valueIn(answer.reply, "delete_device_ids") : undefined;
  const lost = new Set<unknown>(Array.isArray(names) ? names : []);
  const gone = pushes.flatMap(({ device }) =>
    device.device_id !== null && lost.has(device.device_id) ? [device] : [],
  );
  return { answer, gone, keyless };
}

async function sealedFor({ device, payload }: SealedPush): Promise<string | null> {
  try {
    const box = await seal(Buffer.from(JSON.stringify(payload)), Buffer.from(device.push_public_key, "base64"));
    return Buffer.from(box).toString("base64");
  } catch {
    return null;
  }
}

function requestFor({ device, isUrgent }: SealedPush, encrypted_data: string) {
  const { device_id, push_account_id, token_kind } = device;
  const payload = { push_account_id, encrypted_data };
  if (token_kind === "fcm") return { device_id, fcm_priority: isUrgent ? "high" : "normal", payload };
  return {
    device_id,
    http_headers: { apns_priority: isUrgent ? 10 : 5, apns_push_type: isUrgent ? "alert" : "background" },
    payload: { ...payload, aps: { "mutable-content": 1, alert: { title: "New notification" } } },
  };
}
