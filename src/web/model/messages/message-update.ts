import { isResolved, unresolved } from "../channels/topics.ts";
import type { AnyEvent, EventNamed, FieldsOf } from "../event.ts";
import type { ChannelId, MessageId } from "../ids.ts";
import type { Flag, Message, Submessage } from "../message.ts";
import { topicKey } from "../routes/conversation.ts";

/** An `update_message` event: a text edit, a move, or both. */
type MessageUpdate = FieldsOf<"update_message">;

/** The messages in a `delete_message` event. Clients without `bulk_message_deletion` get one event per message. */
export const deletedBy = (event: {
  readonly message_ids?: readonly MessageId[];
  readonly message_id?: MessageId;
}): readonly MessageId[] => event.message_ids ?? (event.message_id === undefined ? [] : [event.message_id]);

export function edited(message: Message, update: MessageUpdate, isRendered: boolean): Message {
  const { content, rendered_content, is_me_message, edit_timestamp, rendering_only } = update;
  const flags = [...update.flags];
  const shown = isRendered ? rendered_content : content;
  if (shown === undefined) return { ...message, flags };
  return {
    ...message,
    flags,
    content: shown,
    is_me_message: is_me_message ?? message.is_me_message,
    ...(rendering_only ? {} : { last_edit_timestamp: edit_timestamp }),
  };
}

export function moved(message: Message, update: MessageUpdate): Message {
  const { subject = undefined, new_stream_id, topic_links, edit_timestamp } = update;
  if (message.type !== "stream" || (subject === undefined && new_stream_id === undefined)) return message;
  const to = { stream_id: new_stream_id ?? message.stream_id, subject: subject ?? message.subject };
  return {
    ...message,
    ...to,
    ...(topic_links === undefined ? {} : { topic_links }),
    ...(isResolution(message, to) ? {} : { last_moved_timestamp: edit_timestamp }),
  };
}

type ChannelTopic = { readonly stream_id: ChannelId; readonly subject: string };

/** True if a topic was only resolved or unresolved, which doesn't count as a move. */
const isResolution = (from: ChannelTopic, to: ChannelTopic): boolean =>
  from.stream_id === to.stream_id &&
  isResolved(from.subject) !== isResolved(to.subject) &&
  unresolved(from.subject) === unresolved(to.subject);

export function reacted(message: Message, event: EventNamed<"reaction/add" | "reaction/remove">): Message {
  const { op, user_id, emoji_code, emoji_name, reaction_type } = event;
  const others = message.reactions.filter(
    (one) => one.user_id !== user_id || one.emoji_code !== emoji_code || one.reaction_type !== reaction_type,
  );
  const added = op === "add" ? [{ user_id, emoji_name, emoji_code, reaction_type }] : [];
  return { ...message, reactions: [...others, ...added] };
}

export function withSubmessage(message: Message, event: FieldsOf<"submessage">): Message {
  const { submessage_id: id, message_id, sender_id, msg_type, content } = event;
  if (message.submessages.some((one) => one.id === id)) return message;
  const submessage: Submessage = { id, message_id, sender_id, msg_type, content };
  return { ...message, submessages: [...message.submessages, submessage] };
}

export function flagged(message: Message, op: string | undefined, flag: Flag): Message {
  const has = message.flags.includes(flag);
  if (has === (op === "add")) return message;
  const flags = has ? message.flags.filter((one) => one !== flag) : [...message.flags, flag];
  return { ...message, flags };
}

interface TopicPlace {
  readonly channel: ChannelId;
  readonly topic: string;
}

/** A whole topic's move to another name or channel (renamed, resolved or moved). */
export interface TopicMove {
  readonly from: TopicPlace;
  readonly to: TopicPlace;
}

/** Returns the move of a whole topic, or undefined if the event moved none or only part of one. */
export function topicMoveOf(event: AnyEvent): TopicMove | undefined {
  if (event.type !== "update_message") return undefined;
  const { propagate_mode, stream_id, new_stream_id, orig_subject, subject } = event;
  if (propagate_mode !== "change_all" || stream_id === undefined || orig_subject === undefined) return undefined;
  return {
    from: { channel: stream_id, topic: orig_subject },
    to: { channel: new_stream_id ?? stream_id, topic: subject ?? orig_subject },
  };
}

/** Updates an object that refers to a moved topic. Returns the same object if it refers to another topic or none. */
export function afterMove<Thing extends object>(thing: Thing, { from, to }: TopicMove): Thing {
  const { channel, topic } = thing as { readonly channel?: ChannelId; readonly topic?: string };
  if (channel === undefined || topic === undefined) return thing;
  return topicKey(channel, topic.trim()) === topicKey(from.channel, from.topic) ? { ...thing, ...to } : thing;
}

/** Changes the destination of an unsent item after a move. Returns the same object if its destination didn't move. */
export function redirected<Row extends { readonly to: object }>(row: Row, move: TopicMove): Row {
  const to = afterMove(row.to, move);
  return to === row.to ? row : { ...row, to };
}
