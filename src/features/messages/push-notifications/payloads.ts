import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import type { MessageNotification } from "./notification.ts";

/** Returns the fields that tell a device which of its owner's accounts a push is for. */
export const encryptedBase = (realm: Realm, user: UserId) => ({
  realm_url: realm.url,
  realm_name: realmSettings(realm).name,
  user_id: user,
});

/** Returns the fields of `encryptedBase` along with the legacy names that apps expect in plain pushes. */
export const plainBase = (realm: Realm, user: UserId) => ({
  server: realm.host,
  realm_id: realm.id,
  realm_uri: realm.url,
  ...encryptedBase(realm, user),
});

export function encryptedMessage(
  realm: Realm,
  to: UserId,
  { message, time, text, sender, group, place }: MessageNotification,
) {
  return {
    ...encryptedBase(realm, to),
    type: "message",
    message_id: message,
    time,
    content: text,
    sender_id: sender.id,
    sender_full_name: sender.full_name,
    sender_avatar_url: new URL(sender.avatar_url, realm.url).href,
    ...groupFields(group),
    ...(place.kind === "channel"
      ? { recipient_type: "channel", channel_id: place.id, channel_name: place.name, topic: place.topic }
      : { recipient_type: "direct", recipient_user_ids: place.members.map(({ id }) => id).sort((a, b) => a - b) }),
  };
}

/** Returns the payload, to be encrypted, that removes notifications about messages. */
export const encryptedRemoval = (realm: Realm, to: UserId, messages: readonly MessageId[]) => ({
  ...encryptedBase(realm, to),
  type: "remove",
  message_ids: messages,
});

/** Returns the plain payloads of a notification about a message: one for APNs, one for FCM. */
export function plainMessage(realm: Realm, to: UserId, notification: MessageNotification) {
  const { message, time, text: content, sender, group, place } = notification;
  const { server, realm_id, ...base } = plainBase(realm, to);
  const common = {
    sender_id: sender.id,
    sender_email: sender.email,
    ...groupFields(group),
    ...(place.kind === "channel"
      ? { recipient_type: "stream", stream: place.name, stream_id: place.id, topic: place.topic }
      : { recipient_type: "private", ...memberFields(place.members) }),
  };
  return {
    apns: {
      alert: { title: messageTitle(notification), subtitle: subtitleOf(notification), body: content },
      sound: "default",
      badge: 0,
      custom: { zulip: { ...base, ...common, message_ids: [message] } },
    },
    gcm: {
      server,
      realm_id,
      ...base,
      ...common,
      event: "message",
      zulip_message_id: message,
      time,
      content,
      sender_full_name: sender.full_name,
      sender_avatar_url: new URL(sender.avatar_url, realm.url).href,
    },
  };
}

/** Returns the plain payloads that remove notifications about messages: one for APNs, one for FCM. */
export function plainRemoval(realm: Realm, to: UserId, messages: readonly MessageId[]) {
  const { server, realm_id, ...base } = plainBase(realm, to);
  const common = { ...base, event: "remove", zulip_message_ids: messages.join() };
  return { apns: { badge: 0, custom: { zulip: common } }, gcm: { server, realm_id, ...common } };
}

const groupFields = (group: MessageNotification["group"]) =>
  group === null ? {} : { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name };

/** Returns the participants of a group conversation, or nothing between two users, because the sender is enough. */
const memberFields = (members: readonly { readonly id: UserId }[]) =>
  members.length > 2 ? { pm_users: members.map(({ id }) => id).join() } : {};

function messageTitle({ place, sender }: MessageNotification): string {
  if (place.kind === "channel") return `#${place.name} > ${place.topic}`;
  if (place.members.length <= 2) return sender.full_name;
  return place.members
    .map(({ full_name }) => full_name)
    .sort()
    .join(", ");
}

function subtitleOf({ reason, group, place, sender: { full_name } }: MessageNotification): string {
  if (reason === "mention") return `${full_name} mentioned ${group === null ? "you" : `@${group.name}`}:`;
  if (reason === "everybody") return `${full_name} mentioned everyone:`;
  return place.kind === "direct" && place.members.length <= 2 ? "" : `${full_name}:`;
}
