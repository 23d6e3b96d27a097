import { directMessageLink, messageLink } from "../../../../markup/fill/narrow-links.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Language } from "../../../../protocol/language.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { letterLanguage, settingOf } from "../../../organization/users/public.ts";
import type { StoredMessage } from "../../messages/public.ts";
import type { MessageNotification } from "../notification.ts";
import { encryptedBase } from "../payloads.ts";

const en = {
  hiddenDirect: "New direct message",
  test: "Notifications reach this device.",
};
const de: typeof en = {
  hiddenDirect: "Neue Direktnachricht",
  test: "Benachrichtigungen kommen auf diesem Gerät an.",
};
const es: typeof en = {
  hiddenDirect: "Nuevo mensaje directo",
  test: "Las notificaciones llegan a este dispositivo.",
};

const fr: typeof en = {
  hiddenDirect: "Nouveau message direct",
  test: "Les notifications arrivent sur cet appareil.",
};

const ja: typeof en = {
  hiddenDirect: "新しいダイレクトメッセージ",
  test: "このデバイスに通知が届いています。",
};

const ar: typeof en = {
  hiddenDirect: "رسالة مباشرة جديدة",
  test: "تصل الإشعارات إلى هذا الجهاز.",
};

const languages: Readonly<Record<Language, typeof en>> = { en, de, es, fr, ja, ar };

const wordsFor = (realm: Realm, id: UserId) => languages[letterLanguage(realm, { id })];

/**
 * The content that a browser shows of a message. It is complete, since the program that shows it knows nothing of the
 * organization and may ask nobody: the network may be gone again by then.
 */
export function webMessage(realm: Realm, to: UserId, row: StoredMessage, notification: MessageNotification) {
  const { message, time, text, sender, place } = notification;
  const isHidden = place.kind === "direct" && !settingOf(realm, to, "pm_content_in_desktop_notifications");
  return {
    ...encryptedBase(realm, to),
    type: "message",
    message_id: message,
    time,
    title: titleOf(notification, to),
    content: isHidden ? wordsFor(realm, to).hiddenDirect : `${sender.full_name}: ${text}`,
    icon: new URL(sender.avatar_url, realm.url).href,
    ...(place.kind === "channel"
      ? {
          // The names that the web client has for conversations, so that its own notification takes the place of this.
          tag: `${place.id}:${row.topic.toLowerCase()}`,
          url: messageLink(place.id, place.name, row.topic, message),
        }
      : { tag: directTag(notification, to), url: directMessageLink(membersOf(place.members), message) }),
  };
}

/** The content by which a browser closes its notifications of messages. */
export const webRemoval = (realm: Realm, to: UserId, messages: readonly MessageId[]) => ({
  ...encryptedBase(realm, to),
  type: "remove",
  message_ids: messages,
});

/** The content that a browser shows when its user asks whether pushes arrive. */
export const webTest = (realm: Realm, to: UserId) => ({
  ...encryptedBase(realm, to),
  type: "test",
  time: realm.seconds(),
  title: encryptedBase(realm, to).realm_name,
  content: wordsFor(realm, to).test,
  tag: "test",
  url: "/",
});

type Members = Extract<MessageNotification["place"], { kind: "direct" }>["members"];

const membersOf = (members: Members) => members.map(({ id }) => id).sort((a, b) => a - b);

function directTag({ place }: MessageNotification, to: UserId): string {
  const others = place.kind === "direct" ? membersOf(place.members).filter((id) => id !== to) : [];
  return `@${others.join(",")}`;
}

function titleOf({ place, sender }: MessageNotification, to: UserId): string {
  if (place.kind === "channel") return `#${place.name} › ${place.topic}`;
  if (place.members.length <= 2) return sender.full_name;
  const others = place.members.filter(({ id }) => id !== to);
  return others.map(({ full_name }) => full_name).join(", ");
}
