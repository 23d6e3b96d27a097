import type { MessageId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { realmSettings } from "../../organization/realm/realm-settings.ts";
import type { Notice } from "./notification.ts";

/** What stands for the text where nobody on the way may read it. */
const HIDDEN = "New message";

/** What devices tell apart their owner's accounts by. */
export const sealedBase = (realm: Realm, user: UserId) => ({
  realm_url: realm.url,
  realm_name: realmSettings(realm).name,
  user_id: user,
});

/** The same, with the older names that apps read which cannot open what is sealed. */
export const openBase = (realm: Realm, user: UserId) => ({
  server: realm.host,
  realm_id: realm.id,
  realm_uri: realm.url,
  ...sealedBase(realm, user),
});

/** A message, for devices that open it themselves. */
export function sealedMessage(realm: Realm, to: UserId, { message, time, text, sender, group, place }: Notice) {
  return {
    ...sealedBase(realm, to),
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
      : { recipient_type: "direct", ...memberFields(place.members) }),
  };
}

/** That messages are not to be shown any more, for devices that open it themselves. */
export const sealedWithdrawal = (realm: Realm, to: UserId, messages: readonly MessageId[]) => ({
  ...sealedBase(realm, to),
  type: "remove",
  message_ids: messages,
});

/** A message as whoever carries it can read it: for Apple's devices, and for Google's. */
export function openMessage(realm: Realm, to: UserId, notice: Notice) {
  const { message, time, sender, group, place } = notice;
  const content = realmSettings(realm).require_e2ee_push_notifications ? HIDDEN : notice.text;
  const { server, realm_id, ...base } = openBase(realm, to);
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
      alert: { title: titleOf(notice), subtitle: subtitleOf(notice), body: content },
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

export function openWithdrawal(realm: Realm, to: UserId, messages: readonly MessageId[]) {
  const { server, realm_id, ...base } = openBase(realm, to);
  const common = { ...base, event: "remove", zulip_message_ids: messages.join() };
  return { apns: { badge: 0, custom: { zulip: common } }, gcm: { server, realm_id, ...common } };
}

const groupFields = (group: Notice["group"]) =>
  group === null ? {} : { mentioned_user_group_id: group.id, mentioned_user_group_name: group.name };

/** Told of groups alone: between two people, the sender says it. */
const memberFields = (members: readonly { readonly id: UserId }[]) =>
  members.length > 2 ? { pm_users: members.map(({ id }) => id).join() } : {};

function titleOf({ place, sender }: Notice): string {
  if (place.kind === "channel") return `#${place.name} > ${place.topic}`;
  if (place.members.length <= 2) return sender.full_name;
  return place.members
    .map(({ full_name }) => full_name)
    .sort()
    .join(", ");
}

function subtitleOf({ reason, group, place, sender: { full_name } }: Notice): string {
  if (reason === "mention") return `${full_name} mentioned ${group === null ? "you" : `@${group.name}`}:`;
  if (reason === "everybody") return `${full_name} mentioned everyone:`;
  return place.kind === "direct" && place.members.length <= 2 ? "" : `${full_name}:`;
}
