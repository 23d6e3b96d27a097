import { markOfSession } from "../../../html-pages/cookies.ts";
import { type Actor, isAdministrator } from "../../../protocol/actor.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { hashKey } from "../../../rpc/credentials.ts";
import type { RequestFacts } from "../../../rpc/request-facts.ts";
import { randomToken } from "../../../util/random.ts";
import { before } from "../../../util/time.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { countAttemptFrom } from "../../organization/accounts/authentication/login-attempts.ts";
import { markedName } from "../../organization/accounts/outside-access.ts";
import { livingSessions, startSession } from "../../people/sessions/sessions.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { DEVICE_VALIDITY, deviceCode, emitAccess, emitPerson, openDevicesOf } from "./emit-links.ts";
import { isUsable } from "./links.ts";
import { isInside } from "./outside-people.ts";
import type { LinkRow } from "./rows.ts";
import * as rows from "./rows.ts";

const KEY_LENGTH = 32;
/**
 * Maximum requests to confirm a browser, per person within `DEVICE_VALIDITY`. Refused ones count, too, so that no one
 * can keep asking.
 */
const MOST_ASKED = 3;
/** Maximum requests per half hour from one address. */
const MOST_REQUESTS = 10;

interface NewDevice {
  /** Logs the device in once someone has confirmed it. */
  readonly device_key: string;
  /** Shown on the device and to those who confirm it. */
  readonly code: string;
}

/**
 * Returns the hash of a device's key, bound to the browser that requested it, so that the key is useless in any other.
 */
export const deviceHash = (device_key: string, browser: string | undefined): string =>
  hashKey(`device ${browser} ${device_key}`);

/**
 * Asks the person with this name, who joined through the link, to confirm another browser. A wrong link or name gets
 * the same response, but asks no one.
 */
export function askForDevice(realm: Realm, key: string, name: string, { address, browser }: RequestFacts): NewDevice {
  const full_name = markedName(name).toLowerCase();
  countAttemptFrom(realm, address, "device outside", MOST_REQUESTS);
  rows.deleteDevicesBefore.run(realm.sql, { before: before(realm.seconds(), DEVICE_VALIDITY) });
  const device_key = randomToken(realm.random, KEY_LENGTH);
  const key_hash = deviceHash(device_key, browser ?? hashKey(markOfSession(device_key)));
  const link = rows.linkByKeyHash.first(realm.sql, { key_hash: hashKey(key) });
  const user = link && isUsable(realm, link) ? personNamed(realm, link, full_name) : undefined;
  if (link !== undefined && user !== undefined && rows.countDevices.one(realm.sql, { user }).asked < MOST_ASKED) {
    rows.insertDevice.run(realm.sql, { user, link: link.id, key_hash, at: realm.seconds() });
    emitPerson(realm, link, user);
  }
  return { device_key, code: deviceCode(key_hash) };
}

/**
 * Returns the person with this name who joined through the link and hasn't left, or undefined if several share the
 * name.
 */
function personNamed(realm: Realm, { id: link }: LinkRow, full_name: string): UserId | undefined {
  const [user, ...more] = rows.peopleOfLink
    .all(realm.sql, { link })
    .filter(({ gone, user_id }) => gone === null && findUser(realm, user_id)?.full_name.toLowerCase() === full_name);
  return more.length === 0 ? user?.user_id : undefined;
}

/** Whether a device's user can still enter through its link. */
const isOpen = (realm: Realm, link: LinkRow | undefined, { user_id }: { readonly user_id: UserId }): link is LinkRow =>
  link !== undefined && isUsable(realm, link) && isInside(realm, user_id);

/** Confirms or refuses a device. The caller must be the person themself, the link's creator or an administrator. */
export function answerDevice(
  realm: Realm,
  actor: Actor,
  { link_id, request_id, allow }: { readonly link_id: number; readonly request_id: number; readonly allow: boolean },
): void {
  const link = rows.linkById.first(realm.sql, { id: link_id });
  const device = link && openDevicesOf(realm, link).find(({ id }) => id === request_id);
  const isTheirs = device?.user_id === actor.user_id;
  const manages = actor.outside !== true && (isAdministrator(actor) || link?.creator === actor.user_id);
  if (device === undefined || !isOpen(realm, link, device) || !(isTheirs || manages)) {
    throw badRequest("No such request");
  }
  rows.setAllowed.run(realm.sql, { id: device.id, allowed: allow, by: actor.user_id });
  if (allow) {
    const user = accessUser(realm, null, device.user_id);
    audit(realm, "outside_link.device_allowed", { of: accountEntity(user), details: { link_id } });
  }
  emitPerson(realm, link, device.user_id);
}

interface OutsideSession {
  readonly user: UserId;
  readonly token: string;
}

/** Starts the session of a confirmed device. Throws the same error for every other key. */
export function enterByDevice(realm: Realm, device_key: string, request: RequestFacts): OutsideSession {
  const device = rows.deviceByHash.first(realm.sql, {
    key_hash: deviceHash(device_key, request.browser),
    since: before(realm.seconds(), DEVICE_VALIDITY),
  });
  const link = device && rows.linkById.first(realm.sql, { id: device.link_id });
  if (device?.allowed !== 1 || !isOpen(realm, link, device)) {
    throw notFound("Nobody has confirmed this device yet.");
  }
  rows.deleteDevice.run(realm.sql, { id: device.id });
  const { user_id: user, allowed_by: by } = device;
  const token = startSession(realm, user, request);
  if (by !== null && by !== user) {
    const session = Math.max(...livingSessions(realm, user));
    rows.insertAdmission.run(realm.sql, { session, user, by, at: realm.seconds() });
    emitAccess(realm, user);
  }
  return { user, token };
}

/** Deletes the records of who confirmed sessions that have since ended, and notifies the person. */
export function forgetAdmissions(realm: Realm, user: UserId): void {
  const admissions = rows.admissionsOf.all(realm.sql, { user });
  if (admissions.length === 0) return;
  const living = livingSessions(realm, user);
  const ended = admissions.filter(({ session_id }) => !living.has(session_id));
  for (const { session_id: session } of ended) rows.deleteAdmission.run(realm.sql, { session });
  if (ended.length > 0) emitAccess(realm, user);
}
