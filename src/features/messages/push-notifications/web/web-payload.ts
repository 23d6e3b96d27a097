import { directMessageLink, messageLink } from "../../../../markup/render/narrow-links.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import { words } from "../../../../protocol/words/words.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { settingOf } from "../../../organization/accounts/accounts.ts";
import { emailLanguage } from "../../../organization/accounts/email-language.ts";
import type { StoredMessage } from "../../core/store/stored-message.ts";
import type { Ringing } from "../hooks.ts";
import type { MessageNotification } from "../notification.ts";
import { encryptedBase } from "../payloads.ts";

const languages = words("webPush", {
  hiddenDirect: "New direct message",
  test: "Notifications reach this device.",
  ringing: "Incoming call",
  ringingVideo: "Incoming video call",
  missedCall: "Missed call",
});

const wordsFor = (realm: Realm, id: UserId) => languages[emailLanguage(realm, { id })];

const ofMessage = (realm: Realm, to: UserId, { message, time, sender }: MessageNotification) => ({
  ...encryptedBase(realm, to),
  message_id: message,
  time,
  icon: new URL(sender.avatar_url, realm.url).href,
});

/**
 * Returns the notification that a browser shows for a message. It must be complete, because the service worker has no
 * data about the organization, and the network may be down when it is shown.
 */
export function webMessage(realm: Realm, to: UserId, row: StoredMessage, notification: MessageNotification) {
  const { message, text, sender, place } = notification;
  const isHidden = place.kind === "direct" && !settingOf(realm, to, "pm_content_in_desktop_notifications");
  return {
    ...ofMessage(realm, to, notification),
    type: "message",
    title: messageTitle(notification, to),
    content: isHidden ? wordsFor(realm, to).hiddenDirect : `${sender.full_name}: ${text}`,
    ...(place.kind === "channel"
      ? {
          // The tag that the web client uses for the conversation, so that its own notification replaces this one.
          tag: `${place.id}:${row.topic_key}`,
          url: messageLink(place.id, place.name, row.topic, message),
        }
      : directPlace(notification, to)),
  };
}

/**
 * Returns the notification that a browser shows while a call rings. Like a message's, it links to the conversation,
 * where the client keeps ringing. The call's own link does the same, but would reload a page that is already open.
 */
export function webRinging(realm: Realm, to: UserId, notification: MessageNotification, ringing: Ringing) {
  const { ringing: voice, ringingVideo } = wordsFor(realm, to);
  const { url, tag } = directPlace(notification, to);
  const content = ringing.video ? ringingVideo : voice;
  const title = notification.sender.full_name;
  return { ...ofMessage(realm, to, notification), ...ringing, type: "call", title, content, tag, url };
}

/** Returns the content that replaces the notification of a call once it stops ringing. */
export const webMissedCall = (realm: Realm, to: UserId, row: StoredMessage, notification: MessageNotification) => ({
  ...webMessage(realm, to, row, notification),
  title: notification.sender.full_name,
  content: wordsFor(realm, to).missedCall,
});

/** Returns the content that makes a browser close its notifications about messages. */
export const webRemoval = (realm: Realm, to: UserId, messages: readonly MessageId[]) => ({
  ...encryptedBase(realm, to),
  type: "remove",
  message_ids: messages,
});

export const webTest = (realm: Realm, to: UserId) => ({
  ...encryptedBase(realm, to),
  type: "test",
  time: realm.seconds(),
  title: encryptedBase(realm, to).realm_name,
  content: wordsFor(realm, to).test,
  tag: "test",
  url: "/",
});

interface ShownNotification {
  readonly realm_url: string;
  readonly title: string;
  readonly content: string;
  readonly tag: string;
  readonly url: string;
}

/**
 * Returns the push in declarative form (`web_push: 8030` of the Push API), which the browser shows itself if the
 * service worker is gone or shows nothing.
 */
export const declared = <Push extends ShownNotification>(push: Push) => ({
  ...push,
  web_push: 8030,
  mutable: true,
  notification: {
    title: push.title,
    body: push.content,
    tag: push.tag,
    navigate: new URL(push.url, push.realm_url).href,
  },
});

export const isShown = (payload: object): payload is ShownNotification => "title" in payload;

type Members = Extract<MessageNotification["place"], { kind: "direct" }>["members"];

const membersOf = (members: Members) => members.map(({ id }) => id).sort((a, b) => a - b);

function directPlace({ place, message }: MessageNotification, to: UserId) {
  const members = place.kind === "direct" ? membersOf(place.members) : [];
  const others = members.filter((id) => id !== to);
  return { tag: `@${others.join(",")}`, url: directMessageLink(members, message) };
}

function messageTitle({ place, sender }: MessageNotification, to: UserId): string {
  if (place.kind === "channel") return `#${place.name} › ${place.topic}`;
  if (place.members.length <= 2) return sender.full_name;
  const others = place.members.filter(({ id }) => id !== to);
  return others.map(({ full_name }) => full_name).join(", ");
}
