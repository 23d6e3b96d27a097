import { Buffer } from "node:buffer";
import type { UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { DEVICE_GONE, INVALID_KEY } from "../failures.ts";
import { forgetTokens, type RegisteredDevice, registeredDevicesOf } from "./client-devices.ts";
import { activeDevicesOf, type Device, failDevices } from "./devices.ts";
import { askService, type Service, type ServiceAnswer, valueIn } from "./push-service.ts";
import { seal } from "./sealed-box.ts";
import { secretBox } from "./secret-box.ts";

/**
 * A device registered at the push service. It is identified by its token's id or, at earlier feature levels, by an id
 * from the service.
 */
export type EncryptedDevice = RegisteredDevice | Device;

export const isOfToken = (device: EncryptedDevice): device is RegisteredDevice => "push_token_id" in device;
const isOfAccount = (device: EncryptedDevice): device is Device => !isOfToken(device);

/** Returns a user's devices that get encrypted pushes, in both the current and the earlier form. */
export const encryptedDevicesOf = (realm: Realm, user: UserId): EncryptedDevice[] => [
  ...registeredDevicesOf(realm, user),
  ...activeDevicesOf(realm, user),
];

/** Devices that no longer get pushes: those that were removed, and those with an invalid key. */
interface LostDevices {
  readonly gone: readonly EncryptedDevice[];
  readonly invalidKeys: readonly EncryptedDevice[];
}

/**
 * Deletes the tokens of lost devices, or marks the devices as failed if they use an earlier feature level. They will
 * register again.
 */
export function settleLost(realm: Realm, { gone, invalidKeys }: LostDevices): void {
  const tokens = [...gone, ...invalidKeys].filter(isOfToken).map(({ push_token_id }) => push_token_id);
  if (tokens.length > 0) forgetTokens(realm, tokens);
  failDevices(realm, gone.filter(isOfAccount), DEVICE_GONE);
  failDevices(realm, invalidKeys.filter(isOfAccount), INVALID_KEY);
}

/** A notification for one device. Its payload is encrypted with the device's key, so only the device can read it. */
export interface EncryptedPush {
  readonly device: EncryptedDevice;
  readonly payload: object;
  /** Whether the push wakes up the device. Otherwise, it arrives once the device is awake. */
  readonly isUrgent: boolean;
}

export interface EncryptedResult extends LostDevices {
  readonly answers: ReadonlyMap<EncryptedPush, ServiceAnswer>;
}

const MAX_IN_REQUEST = 200;
/** Extra requests used to find the pushes that make the service reject a whole group. */
const MAX_SEARCHES = 20;
/** Answer for pushes not sent because the search ended. They can be sent again. */
const SEARCH_ENDED: ServiceAnswer = { kind: "failed", status: 400 };
/** The first byte of a key is the kind of key. */
const KIND_BYTES = 1;

/** Sends encrypted pushes, in batches that the service handles well. */
export async function sendEncrypted(
  service: Service,
  realm_uuid: string,
  pushes: readonly EncryptedPush[],
  signal: AbortSignal,
): Promise<EncryptedResult> {
  const encrypted = await Promise.all(pushes.map(async (push) => ({ push, data: await encryptedFor(push) })));
  const invalidKeys = encrypted.flatMap(({ push, data }) => (data === null ? [push.device] : []));
  const requests = encrypted.flatMap(({ push, data }) =>
    data === null ? [] : [{ push, json: requestFor(push, data) }],
  );
  const ask = (some: readonly Request[]) => {
    const push_requests = some.map(({ json }) => json);
    return askService(service, { path: "push/e2ee/notify", json: { realm_uuid, push_requests } }, signal);
  };
  // Current and earlier forms of devices go in separate requests: a service supports one form, and rejects the other.
  const groups = [true, false].flatMap((is) => inGroups(requests.filter(({ push }) => isOfToken(push.device) === is)));
  const search = { left: MAX_SEARCHES };
  const sent = (await Promise.all(groups.map((group) => sendGroup(ask, group, search, false)))).flat();
  return {
    answers: new Map(sent.flatMap(({ group, answer }) => group.map(({ push }) => [push, answer] as const))),
    gone: [...sent.flatMap(goneIn), ...refusedAlone(sent)],
    invalidKeys,
  };
}

interface Request {
  readonly push: EncryptedPush;
  readonly json: object;
}

interface SentGroup {
  readonly group: readonly Request[];
  readonly answer: ServiceAnswer;
  /** True if the group is part of a larger one that the service rejected. */
  readonly isSearched: boolean;
}

function inGroups(requests: readonly Request[]): (readonly Request[])[] {
  const starts = Array.from({ length: Math.ceil(requests.length / MAX_IN_REQUEST) }, (_, at) => at * MAX_IN_REQUEST);
  return starts.map((start) => requests.slice(start, start + MAX_IN_REQUEST));
}

/**
 * Sends pushes in one request. If the service rejects it, sends each half separately, so that one push can't block
 * others.
 */
async function sendGroup(
  ask: (some: readonly Request[]) => Promise<ServiceAnswer>,
  group: readonly Request[],
  search: { left: number },
  isSearched: boolean,
): Promise<readonly SentGroup[]> {
  const answer = await ask(group);
  if (!isRefusedPush(answer) || group.length === 1) return [{ group, answer, isSearched }];
  if (search.left < 2) return [{ group, answer: SEARCH_ENDED, isSearched }];
  search.left -= 2;
  const middle = group.length >> 1;
  const halves = [group.slice(0, middle), group.slice(middle)];
  return (await Promise.all(halves.map((half) => sendGroup(ask, half, search, true)))).flat();
}

const isRefusedPush = (answer: ServiceAnswer) => answer.kind === "refused" && answer.code === "BAD_REQUEST";

function goneIn({ group, answer }: SentGroup): EncryptedDevice[] {
  if (answer.kind !== "done") return [];
  const lost = new Set([...listIn(answer.reply, "delete_token_ids"), ...listIn(answer.reply, "delete_device_ids")]);
  return group.flatMap(({ push: { device } }) => {
    const id = isOfToken(device) ? device.push_token_id : device.device_id;
    return id !== null && lost.has(id) ? [device] : [];
  });
}

/** Returns the devices whose push was rejected alone, while the service accepted other pushes of the same group. */
function refusedAlone(sent: readonly SentGroup[]): EncryptedDevice[] {
  const searched = sent.filter(({ isSearched }) => isSearched);
  if (!searched.some(({ answer }) => answer.kind === "done")) return [];
  return searched.flatMap(({ group, answer }) => (isRefusedPush(answer) ? group.map(({ push }) => push.device) : []));
}

function listIn(reply: unknown, name: string): readonly unknown[] {
  const list = valueIn(reply, name);
  return Array.isArray(list) ? list : [];
}

async function encryptedFor({ device, payload }: EncryptedPush): Promise<string | null> {
  const bytes = Buffer.from(JSON.stringify(payload));
  try {
    const box = isOfToken(device)
      ? secretBox(bytes, Buffer.from(device.push_key, "base64").subarray(KIND_BYTES))
      : await seal(bytes, Buffer.from(device.push_public_key, "base64"));
    return Buffer.from(box).toString("base64");
  } catch {
    return null;
  }
}

function requestFor({ device, isUrgent }: EncryptedPush, encrypted_data: string) {
  const address = isOfToken(device) ? { token_id: device.push_token_id } : { device_id: device.device_id };
  const key = isOfToken(device) ? { push_key_id: device.push_key_id } : { push_account_id: device.push_account_id };
  const payload = { ...key, encrypted_data };
  if (device.token_kind === "fcm") return { ...address, fcm_priority: isUrgent ? "high" : "normal", payload };
  return {
    ...address,
    http_headers: { apns_priority: isUrgent ? 10 : 5, apns_push_type: isUrgent ? "alert" : "background" },
    payload: { ...payload, aps: { "mutable-content": 1, alert: { title: "New notification" } } },
  };
}
