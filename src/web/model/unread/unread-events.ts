import { isHidden } from "../channels/topics.ts";
import type { FieldsOf } from "../event.ts";
import { type Handlers, withoutItems } from "../handlers.ts";
import type { ChannelId, MessageId, UserId } from "../ids.ts";
import { deletedBy } from "../messages/message-update.ts";
import { conversationOf, topicKey } from "../routes/conversation.ts";
import type { State } from "../state.ts";
import { UnreadIndex } from "./unread-index.ts";

const indexes = new WeakMap<State["unread_msgs"], UnreadIndex>();

/** Returns a state's index of unread messages, which is built once and updated by events. */
export function unreadIndexOf(state: State): UnreadIndex {
  const known = indexes.get(state.unread_msgs);
  if (known !== undefined) return known;
  const index = new UnreadIndex(state.unread_msgs, state.user_id);
  indexes.set(state.unread_msgs, index);
  return index;
}

function drop(state: State, ids: readonly MessageId[]): boolean {
  const taken = unreadIndexOf(state).take(ids);
  if (taken.length === 0) return false;
  state.unread_msgs.mentions = withoutItems(state.unread_msgs.mentions, taken);
  return true;
}

/** True if the flags include a mention of the user. Wildcard mentions in hidden topics don't count. */
const isCalled = (flags: readonly string[], isHiddenThere: () => boolean): boolean =>
  flags.includes("mentioned") || (flags.some((flag) => flag.endsWith("wildcard_mentioned")) && !isHiddenThere());

function receiveMessage(state: State, { message, flags }: FieldsOf<"message">): boolean {
  state.max_message_id = Math.max(state.max_message_id, message.id);
  const conversation = conversationOf(message, state.user_id);
  const isUnread = !flags.includes("read");
  const index = unreadIndexOf(state);
  if (conversation.kind === "direct") {
    receiveDirect(state, conversation.users, message.id);
    if (isUnread) index.addToDirect(message.id, conversation.users);
  } else {
    respell(state, conversation.channel, conversation.topic);
    if (isUnread) index.addToTopic(message.id, conversation.channel, conversation.topic);
  }
  const hides = () => conversation.kind === "topic" && isHidden(state, conversation.channel, conversation.topic);
  if (isUnread && isCalled(flags, hides)) state.unread_msgs.mentions.push(message.id);
  return isUnread || conversation.kind === "direct";
}

/** Moves a direct conversation with a new message to the front. */
function receiveDirect(state: State, users: readonly UserId[], id: MessageId): void {
  const key = users.join();
  const others = state.recent_private_conversations.filter((one) => one.user_ids.join() !== key);
  state.recent_private_conversations = [{ user_ids: users, max_message_id: id }, ...others];
}

/** Stores a topic's newest spelling, because this is the one shown. */
function respell(state: State, channel: ChannelId, topic: string): void {
  const entry = unreadIndexOf(state).entry(topicKey(channel, topic));
  if (entry !== undefined && "topic" in entry) entry.topic = topic;
}

function updateMessage(state: State, event: FieldsOf<"update_message">): boolean {
  const { message_id, flags, content } = event;
  const isEdited = content !== undefined && unreadIndexOf(state).has(message_id);
  if (isEdited) {
    const others = withoutItems(state.unread_msgs.mentions, [message_id]);
    const hides = () =>
      event.stream_id !== undefined && isHidden(state, event.stream_id, topicOf(state, message_id) ?? "");
    state.unread_msgs.mentions = isCalled(flags, hides) ? [...others, message_id] : others;
  }
  return move(state, event) || isEdited;
}

function topicOf(state: State, id: MessageId): string | undefined {
  const index = unreadIndexOf(state);
  const key = index.keyOf(id);
  const entry = key === undefined ? undefined : index.entry(key);
  return entry !== undefined && "topic" in entry ? entry.topic : undefined;
}

function move(state: State, event: FieldsOf<"update_message">): boolean {
  const { message_ids, stream_id, new_stream_id = stream_id, orig_subject, subject = orig_subject } = event;
  if (new_stream_id === undefined || subject === undefined) return false;
  const index = unreadIndexOf(state);
  const moved = index.take(message_ids);
  respell(state, new_stream_id, subject);
  for (const id of moved) index.addToTopic(id, new_stream_id, subject);
  return moved.length > 0;
}

function markRead(state: State, { flag, messages, all }: FieldsOf<"update_message_flags/add">): boolean {
  if (flag !== "read") return false;
  if (!all) return drop(state, messages);
  unreadIndexOf(state).clear();
  state.unread_msgs.mentions = [];
  state.unread_msgs.old_unreads_missing = false;
  return true;
}

function markUnread(state: State, event: FieldsOf<"update_message_flags/remove">): boolean {
  const { flag, messages, message_details = {} } = event;
  if (flag !== "read") return false;
  const index = unreadIndexOf(state);
  for (const id of messages) {
    const details = message_details[id];
    if (details === undefined || index.has(id)) continue;
    const { mentioned, user_ids, stream_id, topic = "" } = details;
    if (stream_id === undefined) index.addToDirect(id, user_ids ?? []);
    else index.addToTopic(id, stream_id, topic);
    if (mentioned && index.has(id)) state.unread_msgs.mentions.push(id);
  }
  return true;
}

export const unreadEvents: Handlers = {
  message: receiveMessage,
  update_message: updateMessage,
  delete_message: (state, event) => drop(state, deletedBy(event)),
  "update_message_flags/add": markRead,
  "update_message_flags/remove": markUnread,
  /** Messages of deleted channels don't count as unread. */
  "stream/delete": (state, { stream_ids }) => {
    const gone = new Set(stream_ids);
    const topics = state.unread_msgs.streams.filter((one) => gone.has(one.stream_id));
    return drop(
      state,
      topics.flatMap((one) => one.unread_message_ids),
    );
  },
};
