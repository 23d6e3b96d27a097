import type { AnyEvent, EventNamed } from "../../model/event.ts";
import type { ChannelId, MessageId, UserId } from "../../model/ids.ts";
import type { Message, Reaction } from "../../model/message.ts";
import { type Conversation, topicKey } from "../../model/routes/conversation.ts";
import type { Client } from "../client.ts";
import type { PendingChange } from "./flag-act.ts";

interface UnreadMessage {
  readonly id: MessageId;
  readonly to: Conversation;
  readonly isMentioned: boolean;
}

/** Returns the event for messages that become unread, with the details that the unread counts need. */
export const unreadEvent = (read: readonly UnreadMessage[]): AnyEvent => ({
  ...{ type: "update_message_flags", op: "remove", flag: "read", messages: read.map(({ id }) => id), all: false },
  message_details: Object.fromEntries(read.map((one) => [one.id, detailsOf(one)])),
});

const detailsOf = ({ to, isMentioned }: UnreadMessage) => ({
  ...(to.kind === "topic"
    ? ({ type: "stream", stream_id: to.channel, topic: to.topic } as const)
    : ({ type: "private", user_ids: to.users } as const)),
  ...(isMentioned && ({ mentioned: true } as const)),
});

export function reactionAct(
  message_id: MessageId,
  { emoji_name, emoji_code, reaction_type }: Omit<Reaction, "user_id">,
  { user_id, gives }: { readonly user_id: UserId; readonly gives: boolean },
): PendingChange {
  const fields = { emoji_name, emoji_code, reaction_type };
  const event = (op: "add" | "remove"): AnyEvent => ({ type: "reaction", op, message_id, user_id, ...fields });
  return {
    ...{ method: gives ? "post" : "delete", path: `/messages/${message_id}/reactions`, fields },
    shows: [event(gives ? "add" : "remove")],
    undoes: [event(gives ? "remove" : "add")],
  };
}

export function deleteAct(message: Message): PendingChange {
  return {
    ...{ method: "delete", path: `/messages/${message.id}`, fields: {} },
    shows: [{ type: "delete_message", message_ids: [message.id], ...conversationKey(message) }],
    undoes: [{ type: "message", message, flags: message.flags }],
  };
}

const conversationKey = (message: Message) =>
  message.type === "stream"
    ? ({ message_type: "stream", stream_id: message.stream_id, topic: message.subject } as const)
    : ({ message_type: "private" } as const);

/** Returns a change to a message's text. Until the server has rendered the new text, its source is shown. */
export function editAct(
  message: Message,
  fields: Readonly<Record<string, unknown>> & { readonly content: string },
): PendingChange {
  const { id, flags, content } = message;
  const source = fields.content.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/\n/g, "<br>\n");
  const event = (rendered_content: string, rendering_only: boolean): AnyEvent => ({
    ...{ type: "update_message", message_id: id, message_ids: [id], flags, rendering_only, user_id: message.sender_id },
    ...{ rendered_content, edit_timestamp: Math.floor(Date.now() / 1000), is_me_message: message.is_me_message },
  });
  return {
    ...{ method: "patch", path: `/messages/${id}`, fields },
    shows: [event(`<p>${source}</p>`, false)],
    undoes: [event(content, true)],
  };
}

/** Which messages to move: only the given one, that one and all later ones in its topic, or the whole topic. */
export type PropagateMode = NonNullable<EventNamed<"update_message">["propagate_mode"]>;

interface MoveFields extends Readonly<Record<string, unknown>> {
  readonly topic: string;
  readonly stream_id?: ChannelId;
  readonly propagate_mode: PropagateMode;
}

interface ChannelTopic {
  readonly channel: ChannelId;
  readonly topic: string;
}

export const knownIn = ({ messages }: Pick<Client, "messages">, { channel, topic }: ChannelTopic): readonly Message[] =>
  [...messages.values()]
    .filter((one) => one.type === "stream" && topicKey(one.stream_id, one.subject) === topicKey(channel, topic))
    .sort((a, b) => a.id - b.id);

/**
 * Returns a change that moves one or more messages of a topic. `fields` are sent in the request about the message `id`.
 */
export function moveAct(
  client: Pick<Client, "messages">,
  id: MessageId,
  { from, fields }: { readonly from: ChannelTopic; readonly fields: MoveFields },
): PendingChange {
  const to = { channel: fields.stream_id ?? from.channel, topic: fields.topic };
  const mode = fields.propagate_mode;
  const moved = knownIn(client, from)
    .map((one) => one.id)
    .filter((one) => mode === "change_all" || one === id || (mode === "change_later" && one > id));
  const flags = client.messages.get(id)?.flags ?? [];
  const event = (before: ChannelTopic, after: ChannelTopic): AnyEvent => ({
    ...{ type: "update_message", message_id: id, message_ids: moved, flags, rendering_only: false, user_id: null },
    ...{ edit_timestamp: Math.floor(Date.now() / 1000), propagate_mode: mode },
    ...{ stream_id: before.channel, orig_subject: before.topic, subject: after.topic },
    ...(after.channel !== before.channel && { new_stream_id: after.channel }),
  });
  return {
    ...{ method: "patch", path: `/messages/${id}`, fields },
    shows: [event(from, to)],
    undoes: [event(to, from)],
  };
}
