import { Buffer } from "node:buffer";
import type { Config } from "../../../../config/config.ts";
import type { Actor } from "../../../../protocol/actor.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { UserId } from "../../../../protocol/ids.ts";
import { limits } from "../../../../protocol/limit-table.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { matchesHost } from "../../../../util/host-pattern.ts";
import { livingSessions } from "../../../people/sessions/sessions.ts";
import { forgetOwners } from "../candidates.ts";
import { isPoint } from "./p256.ts";
import type { WebDeviceRow } from "./rows.ts";
import * as rows from "./rows.ts";

/** Apple's push server. It revokes the notification permission if pushes show nothing. */
const APPLE = "push.apple.com";

/**
 * True if a URL belongs to a push service known to the deployment. Otherwise any account could make the server call
 * arbitrary addresses.
 */
function isPushEndpoint({ webPushHosts }: Config, endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, origin } = new URL(endpoint);
  if (username !== "" || password !== "") return false;
  if (webPushHosts.includes(origin)) return true;
  return protocol === "https:" && port === "" && webPushHosts.some((host) => matchesHost(host, hostname));
}

/** True for URLs of Apple's push service, whose browsers show declarative pushes without the service worker. */
export const isOfApple = (endpoint: string): boolean => matchesHost(`*.${APPLE}`, new URL(endpoint).hostname);

/** Whether a push to a URL can close notifications without showing one. */
export const mayBeSilent = (endpoint: string): boolean => !isOfApple(endpoint);

export type WebDevice = WebDeviceRow;

type NewDevice = Pick<WebDevice, "endpoint" | "p256dh" | "auth" | "name">;

/** Registers a browser for the actor's login. Registering it again renews its keys. */
export function addWebDevice(realm: Realm, { user_id: user, session_id, key_id }: Actor, device: NewDevice): number {
  if (!isPushEndpoint(realm.config, device.endpoint)) throw badRequest("This server sends nothing to that address.");
  if (!isPoint(decodeBase64Url(device.p256dh)) || decodeBase64Url(device.auth).length !== 16)
    throw badRequest("Invalid keys");
  const login = { session_id: session_id ?? null, key_id: key_id ?? null };
  const { id } = rows.putWebDevice.one(realm.sql, { user, ...device, ...login, added_at: realm.seconds() });
  if (session_id !== undefined) rows.deleteOthersOfSession.run(realm.sql, { session: session_id, id });
  rows.deleteOldestWebDevices.run(realm.sql, { user, keep: limits.account.web_push_devices });
  forgetOwners(realm);
  return id;
}

/** Removes a browser of an account. Returns false if it doesn't exist. */
export function removeWebDevice(realm: Realm, user: UserId, id: number): boolean {
  forgetOwners(realm);
  return rows.deleteWebDevice.first(realm.sql, { user, id }) !== undefined;
}

/** Removes the browsers registered by an API key, or by all keys of the account if `key` is null. */
export function endWebDevices(realm: Realm, user: UserId, key: number | null): void {
  for (const { id, key_id } of rows.webDevicesOfUser.all(realm.sql, { user })) {
    if (key_id !== null && (key === null || key_id === key)) removeWebDevice(realm, user, id);
  }
}

/**
 * Returns the browsers of an account that get pushes. Removes those whose session has ended or expired, and leaves out
 * those whose push service the deployment no longer allows.
 */
export function webDevicesOf(realm: Realm, user: UserId): WebDevice[] {
  const devices = rows.webDevicesOfUser.all(realm.sql, { user });
  if (devices.length === 0) return [];
  const sessions = livingSessions(realm, user);
  const lives = ({ session_id }: WebDevice) => session_id === null || sessions.has(session_id);
  for (const device of devices) if (!lives(device)) removeWebDevice(realm, user, device.id);
  return devices.filter((device) => lives(device) && isPushEndpoint(realm.config, device.endpoint));
}

const decodeBase64Url = (text: string): Uint8Array =>
  /^[\w-]*=*$/.test(text) ? Buffer.from(text, "base64url") : Buffer.of();
