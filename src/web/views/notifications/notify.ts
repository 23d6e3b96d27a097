import { effect } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import { hasSeveral } from "../../client/organizations/arrival.ts";
import { keepPushes } from "../../client/session/own-pushes.ts";
import { isQuiet, tellWorker } from "../../client/session/quiet.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import type { Message } from "../../model/message.ts";
import { excerptOf } from "../../model/messages/excerpt.ts";
import { noticeOf } from "../../model/organization/notice.ts";
import {
  type Conversation,
  conversationKey,
  conversationKeyAt,
  conversationKeyOf,
  conversationOf,
  placeOfConversation,
} from "../../model/routes/conversation.ts";
import type { State } from "../../model/state.ts";
import { isUnread } from "../../model/unread/unread-counts.ts";
import { playSound } from "../../parts/sound.ts";
import { labelled } from "../../words/app.ts";
import { noticeWords } from "../../words/notifications.ts";
import { nameOfDirect, nameOfUser } from "../people/names.ts";
import { desktopApp } from "./desktop-app.ts";

/** Maximum number of stored ids of messages that the user has seen or been notified of. */
const MAX_TOLD = 200;
const notifiedIds = new Set<number>();

/**
 * True if the user has seen a message in this tab, or this tab has notified the user of it. The service worker, which
 * receives the message by push, then shows no notification.
 */
const hasTold = (message: number): boolean => notifiedIds.has(message);

function remember(message: number): void {
  notifiedIds.add(message);
  const [oldest] = notifiedIds;
  if (notifiedIds.size > MAX_TOLD && oldest !== undefined) notifiedIds.delete(oldest);
}

/** Notifies the user of new messages according to their settings, except those in the conversation they are viewing. */
export function notify(client: Client, messages: readonly Message[], isLeading: boolean): void {
  const state = client.watch();
  // In unfocused tabs, only the leader tab notifies the user.
  if ((!document.hasFocus() && !isLeading) || isQuiet()) return;
  let sound = false;
  for (const message of messages) {
    const notice = noticeOf(state, message);
    if (isLookedAt(client, message)) {
      remember(message.id);
      continue;
    }
    if (notice.desktop && show(client, message)) remember(message.id);
    sound ||= notice.sound;
  }
  if (sound) playSound(state.user_settings.notification_sound);
}

function isLookedAt(client: Client, message: Message): boolean {
  if (!document.hasFocus()) return false;
  return conversationKeyOf(message, client.watch().user_id) === conversationKeyAt(client.place.value);
}

/** Shows a notification. Returns false if that isn't possible. */
function show(client: Client, message: Message): boolean {
  const app = desktopApp();
  const isAllowed = "Notification" in window && Notification.permission === "granted";
  if (app?.new_notification === undefined && !isAllowed) return false;
  const state = client.watch();
  const conversation = conversationOf(message, state.user_id);
  const isHidden = message.type === "private" && !state.user_settings.pm_content_in_desktop_notifications;
  const sender = nameOfUser(state, message.sender_id);
  const where = notificationTitle(state, conversation, sender);
  const title = hasSeveral.peek() ? `${where} – ${state.realm_name}` : where;
  const options = {
    body: isHidden ? noticeWords().newDirect : labelled(sender, excerptOf(message.content, state)),
    icon: state.realm_icon_url,
    // The notification replaces an earlier one of the same conversation.
    tag: conversationKey(conversation),
    silent: true,
  };
  const open = () => {
    focus();
    client.go(placeOfConversation(conversation));
  };
  if (app?.new_notification !== undefined) {
    app.new_notification(title, options, (type) => type === "click" && open());
    return true;
  }
  let notification: Notification;
  try {
    notification = new Notification(title, options);
  } catch {
    // On Android, only the service worker can show notifications, which it does if pushes are enabled.
    return false;
  }
  notification.addEventListener("click", () => {
    open();
    notification.close();
  });
  return true;
}

function notificationTitle(state: State, conversation: Conversation, sender: string): string {
  if (conversation.kind === "topic") {
    return `#${channelById(state, conversation.channel)?.name ?? ""} › ${topicName(state, conversation.topic)}`;
  }
  return conversation.users.length > 1 ? nameOfDirect(state, conversation.users) : sender;
}

/** Delay before closing notifications of read messages, because several messages are often read at once. */
const CLOSE_AFTER_MS = 500;

const hasPushes = (): boolean => "serviceWorker" in navigator && "PushManager" in window;

/** Answers the service worker, which gets messages by push, and goes to the URLs of clicked notifications. */
export function answerWorker(): void {
  if (!hasPushes()) return;
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    const said = data as { readonly told?: number; readonly open?: string };
    if (said.told !== undefined) ports[0]?.postMessage(hasTold(said.told));
    if (said.open !== undefined) location.assign(said.open);
  });
}

/** Registers this browser's subscription, and closes notifications for messages that were read. */
export async function servePushes(client: Client): Promise<void> {
  if (!hasPushes()) return;
  // Logging out clears only the page's storage, so the service worker's copy of the end of quiet times may be outdated.
  await tellWorker();
  await keepPushes(client.api).catch(() => undefined);
  let isDue = false;
  effect(() => {
    client.watch("unread");
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      // The browser looks up the permission in another process, which is too slow to do for each change.
      if (Notification.permission === "granted") void closeRead(client);
    }, CLOSE_AFTER_MS);
  });
}

async function closeRead(client: Client): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const state = client.watch();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const message: unknown = (notification.data as { readonly message?: unknown } | null)?.message;
    // Messages after the last event aren't known here yet, so they don't count as read.
    if (typeof message === "number" && message <= state.max_message_id && !isUnread(state, message))
      notification.close();
  }
}
