import type { Client } from "../../client/client.ts";
import { channelById } from "../../model/channels.ts";
import { type Conversation, conversationOf, keyOf } from "../../model/conversation.ts";
import { excerptOf } from "../../model/excerpt.ts";
import type { Message } from "../../model/message.ts";
import { noticeOf } from "../../model/notice.ts";
import { placeOfConversation } from "../../model/place-of-conversation.ts";
import type { State } from "../../model/state.ts";
import { playSound } from "../../parts/sound.ts";
import { words } from "../../words/words.ts";
import { nameOfDirect, nameOfUser } from "../people/names.ts";
import { topicName } from "../topics/topic-name.ts";
import { desktopApp } from "./desktop-bridge.ts";
import { isQuiet } from "./quiet.ts";

/** Tells of messages that have come, by the account's settings; not of those that one is looking at. */
export function notify(client: Client, messages: readonly Message[], isLeading: boolean): void {
  const state = client.watch();
  // One tab speaks for all: the one that is looked at, or else the one that leads.
  if ((!document.hasFocus() && !isLeading) || isQuiet()) return;
  let sound = false;
  for (const message of messages) {
    const notice = noticeOf(state, message);
    if (isLookedAt(client, message)) continue;
    if (notice.desktop) show(client, message);
    sound ||= notice.sound;
  }
  if (sound) playSound(state.user_settings.notification_sound);
}

function isLookedAt(client: Client, message: Message): boolean {
  if (!document.hasFocus()) return false;
  const place = client.place.value;
  const conversation = conversationOf(message, client.watch().user_id);
  if (place.view === "topic")
    return keyOf(conversation) === keyOf({ kind: "topic", channel: place.channel, topic: place.topic });
  if (place.view === "direct") return keyOf(conversation) === keyOf({ kind: "direct", users: place.users });
  return false;
}

function show(client: Client, message: Message): void {
  const app = desktopApp();
  const isAllowed = "Notification" in window && Notification.permission === "granted";
  if (app?.new_notification === undefined && !isAllowed) return;
  const state = client.watch();
  const conversation = conversationOf(message, state.user_id);
  const isHidden = message.type === "private" && !state.user_settings.pm_content_in_desktop_notifications;
  const sender = nameOfUser(state, message.sender_id);
  const title = titleOf(state, conversation, sender);
  const options = {
    body: isHidden ? words().notifications.newDirect : `${sender}: ${excerptOf(message.content)}`,
    icon: state.realm_icon_url,
    // The newest of a conversation takes the place of the one before.
    tag: keyOf(conversation),
    silent: true,
  };
  const open = () => {
    focus();
    client.go(placeOfConversation(conversation));
  };
  if (app?.new_notification !== undefined) {
    app.new_notification(title, options, (type) => type === "click" && open());
    return;
  }
  const notification = new Notification(title, options);
  notification.addEventListener("click", () => {
    open();
    notification.close();
  });
}

function titleOf(state: State, conversation: Conversation, sender: string): string {
  if (conversation.kind === "topic") {
    return `#${channelById(state, conversation.channel)?.name ?? ""} › ${topicName(state, conversation.topic)}`;
  }
  return conversation.users.length > 1 ? nameOfDirect(state, conversation.users) : sender;
}
