import type { UserId } from "../../../protocol/ids.ts";
import { Role } from "../../../protocol/roles.ts";
import { type Audience, only, within } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { before, seconds } from "../../../util/time.ts";
import { hasContentAccess, hasMetadataAccess } from "../../channels/channels/access.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { canSendMail } from "../../email/email.ts";
import { seesUser } from "../../organization/accounts/access.ts";
import { roleAtMost, viewerOf } from "../../organization/accounts/audience.ts";
import { outsideAccessOf } from "../../organization/accounts/outside-access.ts";
import type { Viewer } from "../../organization/accounts/user-object.ts";
import { isMethodOn } from "../../organization/organization-settings/login-methods.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { lastActive } from "../../people/sessions/sessions.ts";
import type { GainedAccess } from "../calls/gained-access.ts";
import { accessChanged, linkAdded, linkManaged, linkRemoved, linkUpdated, type ManagedLink } from "./events.ts";
import type { DeviceRow, LinkRow } from "./rows.ts";
import * as rows from "./rows.ts";

const topicOf = (realm: Realm, { topic_id }: LinkRow): string | null =>
  topic_id === null ? null : (topicWithId(realm, topic_id)?.name ?? "");

/** Returns an open link as everyone in its channel sees it. */
export const openLinkObject = (realm: Realm, link: LinkRow) => ({
  link_id: link.id,
  channel_id: link.channel_id,
  topic: topicOf(realm, link),
  expires_at: link.expires_at,
  creator_id: link.creator,
  user_ids: rows.peopleOfLink
    .all(realm.sql, { link: link.id })
    .filter(({ gone }) => gone === null)
    .map(({ user_id }): number => user_id),
});

/** Returns a link as its creator and administrators see it. */
export const managedLinkObject = (realm: Realm, link: LinkRow): ManagedLink => ({
  link_id: link.id,
  creator_id: link.creator,
  channel_id: link.channel_id,
  topic: topicOf(realm, link),
  history: link.history === 1,
  created_at: link.created_at,
  expires_at: link.expires_at,
  max_people: link.max_people,
  can_post: link.can_post === 1,
  can_upload: link.can_upload === 1,
  can_call: link.can_call === 1,
  // Null, because only the hash of the link's key is stored.
  url: null,
  kept: link.kept,
  ended_at: link.ended_at,
  end_reason: link.end_reason,
  people: rows.peopleOfLink.all(realm.sql, { link: link.id }).map(({ user_id, entered_at, wanted_email, gone }) => ({
    user_id,
    entered_at,
    last_active: lastActive(realm, user_id),
    wants_to_stay: wishOf(wanted_email),
    gone,
  })),
  devices: openDevicesOf(realm, link).map(({ user_id, ...device }) => ({ user_id, ...deviceObject(device) })),
});

/** How long another browser can wait for someone to confirm it. */
export const DEVICE_VALIDITY = seconds(900);

export const openDevicesOf = (realm: Realm, { id: link }: LinkRow) =>
  rows.unansweredDevices.all(realm.sql, { link, since: before(realm.seconds(), DEVICE_VALIDITY) });

/** Derives four digits from a key's hash. People compare them to recognize their browser. */
export const deviceCode = (keyHash: string): string =>
  String(Number.parseInt(keyHash.slice(0, 8), 16) % 10_000).padStart(4, "0");

const deviceObject = ({ id, asked_at, key_hash }: Pick<DeviceRow, "id" | "asked_at" | "key_hash">) => ({
  ...{ request_id: id, asked_at, code: deviceCode(key_hash) },
});

const wishOf = (email: string | null) => (email === null ? null : { email });

/**
 * Whether people who joined through a link can keep their accounts without an administrator. This requires that anyone
 * can sign up by confirming an address and then read the channel, and that the link already shows all of it.
 */
export function canKeep(realm: Realm, link: LinkRow): boolean {
  if (realmSettings(realm).invite_required || !isMethodOn(realm, "Email") || !canSendMail(realm)) return false;
  if (link.topic_id !== null || link.history === 0) return false;
  return channelIndex(realm).byId.get(link.channel_id)?.invite_only === 0;
}

/** Returns a link as someone who joined through it sees it. */
export function accessObject(realm: Realm, link: LinkRow, user: UserId) {
  const { id: link_id, channel_id, expires_at } = link;
  const rights = { can_post: link.can_post === 1, can_upload: link.can_upload === 1, can_call: link.can_call === 1 };
  const place = { channel_id, topic: topicOf(realm, link), history: link.history === 1 };
  const wants_to_stay = wishOf(rows.personById.first(realm.sql, { user })?.wanted_email ?? null);
  const staying = { can_keep: canKeep(realm, link), wants_to_stay };
  const mailbox = rows.mailboxById.first(realm.sql, { user });
  const mail = mailbox === undefined ? null : { email: mailbox.email, confirmed: mailbox.key_hash === null };
  const devices = openDevicesOf(realm, link).filter(({ user_id }) => user_id === user);
  return {
    ...{ link_id, ...place, expires_at, inviter_id: link.creator, ...rights, ...staying },
    ...{ can_get_mail: canSendMail(realm), mail },
    devices: devices.map(deviceObject),
    let_in: rows.admissionsOf.all(realm.sql, { user }).map(({ session_id, allowed_by, came_at }) => ({
      session_id,
      by: seesUser(realm, viewerOf(realm, user), allowed_by) ? allowed_by : null,
      at: came_at,
    })),
  };
}

/** Whether a viewer sees that an outside link opens a channel. Users who joined through a link don't see this. */
export function seesLink(
  realm: Realm,
  viewer: Viewer,
  { channel_id }: LinkRow,
  hasAccess: typeof hasContentAccess = hasContentAccess,
): boolean {
  const channel = channelIndex(realm).byId.get(channel_id);
  if (channel === undefined || outsideAccessOf(realm, viewer.user_id) !== undefined) return false;
  return hasAccess(realm, viewer, channel);
}

const readers = (realm: Realm, link: LinkRow): Audience => ({
  includes: (user) => seesLink(realm, viewerOf(realm, user), link),
});

/** Emits a link with its people to the users who manage it. */
export const emitManaged = (realm: Realm, link: LinkRow): void =>
  realm.emit(
    linkManaged({ outside_link: managedLinkObject(realm, link) }),
    roleAtMost(realm, Role.administrator),
    only(link.creator),
  );

export const emitLinkAdded = (realm: Realm, link: LinkRow): void =>
  realm.emit(linkAdded({ outside_link: openLinkObject(realm, link) }), readers(realm, link));

/** Emits the open links of channels to users who may have gained access to them. */
export function announceLinks(realm: Realm, { channels, users }: GainedAccess): void {
  for (const link of rows.openLinks.all(realm.sql, {})) {
    if (channels?.has(link.channel_id) === false) continue;
    const audience = readers(realm, link);
    const added = linkAdded({ outside_link: openLinkObject(realm, link) });
    realm.emit(added, users === undefined ? audience : within(audience, users));
  }
}

/**
 * Emits the end of a link to everyone who sees the channel, because those who can no longer read it may have seen the
 * link. Clients forget the links of channels that they no longer see.
 */
export function emitLinkRemoved(realm: Realm, link: LinkRow): void {
  const sees = (user: UserId) => seesLink(realm, viewerOf(realm, user), link, hasMetadataAccess);
  realm.emit(linkRemoved({ link_id: link.id }), { includes: sees });
}

/** Emits a person's access to that person alone. */
export function emitAccess(realm: Realm, user: UserId): void {
  const person = rows.personById.first(realm.sql, { user });
  const link = person && rows.linkById.first(realm.sql, { id: person.link_id });
  if (link !== undefined) realm.emit(accessChanged({ outside_access: accessObject(realm, link, user) }), only(user));
}

/** Emits one person's state, such as their devices, to that person and to the users who manage the link. */
export function emitPerson(realm: Realm, link: LinkRow, user: UserId): void {
  emitManaged(realm, link);
  emitAccess(realm, user);
}

/** Emits a link to everyone who sees it. Must run after the link or its people changed. */
export function emitLinkUpdated(realm: Realm, id: number): void {
  const link = rows.linkById.one(realm.sql, { id });
  if (link.ended_at === null) {
    realm.emit(linkUpdated({ outside_link: openLinkObject(realm, link) }), readers(realm, link));
  }
  emitManaged(realm, link);
  for (const { user_id } of rows.peopleOfLink.all(realm.sql, { link: id })) emitAccess(realm, user_id);
}
