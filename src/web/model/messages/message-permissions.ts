import { canPost } from "../channels/channel-permissions.ts";
import { canRead, hasChannelPermission } from "../channels/channel-rules.ts";
import { channelById } from "../channels/channels.ts";
import type { ChannelId, UserId } from "../ids.ts";
import type { Message } from "../message.ts";
import { hasPermission } from "../people/permissions.ts";
import { userById } from "../people/users.ts";
import { serverNow } from "../server-time.ts";
import type { Channel, State } from "../state.ts";

const channelOf = (state: State, message: Message): Channel | undefined =>
  message.type === "stream" ? channelById(state, message.stream_id) : undefined;

/** True if a message is in a channel where the user can no longer change anything. */
function isClosed(state: State, message: Message): boolean {
  if (message.type !== "stream") return false;
  const channel = channelOf(state, message);
  return channel === undefined || channel.is_archived || !canRead(state, channel);
}

/** Returns a message's age in seconds. Here and below, `now` is the server's time in seconds since 1970. */
const ageOf = ({ timestamp }: Pick<Message, "timestamp">, now: number): number => now - timestamp;

const isWithin = (limit: number | null, age: number): boolean => limit === null || age <= limit;

export function canEdit(state: State, message: Message, now = serverNow()): boolean {
  if (isClosed(state, message) || message.sender_id !== state.user_id || !state.realm_allow_message_editing)
    return false;
  // Polls and to-do lists have no text to edit.
  if (message.submessages.length > 0) return false;
  return isWithin(state.realm_message_content_edit_limit_seconds, ageOf(message, now));
}

/** Seconds left to edit a message: undefined if there is no limit, 0 when time is up. */
export function secondsLeftToEdit(state: State, message: Message, now = serverNow()): number | undefined {
  const limit = state.realm_message_content_edit_limit_seconds;
  return limit === null ? undefined : Math.max(0, limit - ageOf(message, now));
}

export function canDelete(state: State, message: Message, now = serverNow()): boolean {
  if (isClosed(state, message)) return false;
  const channel = channelOf(state, message);
  if (hasPermission(state, "can_delete_any_message_group")) return true;
  if (channel !== undefined && hasChannelPermission(state, channel, "can_delete_any_message_group")) return true;
  const isOwn =
    message.sender_id === state.user_id || userById(state, message.sender_id)?.bot_owner_id === state.user_id;
  if (!isOwn || !isWithin(state.realm_message_content_delete_limit_seconds, ageOf(message, now))) return false;
  if (hasPermission(state, "can_delete_own_message_group")) return true;
  return channel !== undefined && hasChannelPermission(state, channel, "can_delete_own_message_group");
}

const isOpen = (state: State, channel: Channel): boolean => !channel.is_archived && canRead(state, channel);

/** Whether the user can move messages within a channel to other topics, regardless of age. */
export const canRename = (state: State, channel: Channel): boolean =>
  isOpen(state, channel) &&
  (hasPermission(state, "can_move_messages_between_topics_group") ||
    hasChannelPermission(state, channel, "can_move_messages_within_channel_group"));

/** Whether the user can move messages out of a channel, regardless of age. `canPost` checks the destination. */
export const canMoveOut = (state: State, channel: Channel): boolean =>
  isOpen(state, channel) &&
  (hasPermission(state, "can_move_messages_between_channels_group") ||
    hasChannelPermission(state, channel, "can_move_messages_out_of_channel_group"));

/** A channel message, or a whole topic if there is no timestamp. The server decides how much of a topic can move. */
interface Movable {
  readonly stream_id: ChannelId;
  readonly timestamp?: number;
}

/** The moves that are currently possible: `rename` to another topic, `out` to another channel. */
export function movesOf(state: State, { stream_id, timestamp }: Movable, now = serverNow()) {
  const channel = channelById(state, stream_id);
  if (channel === undefined) return { rename: false, out: false };
  // Moderators can move messages of any age.
  const isYoung = (limit: number | null) =>
    state.is_moderator || timestamp === undefined || isWithin(limit, ageOf({ timestamp }, now));
  return {
    rename: canRename(state, channel) && isYoung(state.realm_move_messages_within_stream_limit_seconds),
    out: canMoveOut(state, channel) && isYoung(state.realm_move_messages_between_streams_limit_seconds),
  };
}

export const canReact = (state: State, message: Message): boolean => !isClosed(state, message);

export function canReply(state: State, message: Message): boolean {
  if (message.type === "private") {
    const users = message.display_recipient.map(({ id }) => id);
    return directLock(state, users) !== "take-part";
  }
  const channel = channelOf(state, message);
  return channel !== undefined && canPost(state, channel);
}

/** Maximum number of direct conversations that the server lists, newest first. */
const MAX_DIRECTS = 1000;

/**
 * True if a direct conversation has messages, or may have messages too old for the server's list. `users` are the other
 * participants' ids, ascending.
 */
function isBegun({ recent_private_conversations: known }: State, users: readonly UserId[]): boolean {
  const key = users.join();
  return known.length >= MAX_DIRECTS || known.some(({ user_ids }) => user_ids.join() === key);
}

/**
 * Returns why the user can't write to people: none of the participants has the permission for direct messages, or the
 * user can't start conversations. Undefined if they can.
 */
export function directLock(state: State, users: readonly UserId[]): "take-part" | "begin" | undefined {
  const others = users.filter((id) => id !== state.user_id).sort((one, other) => one - other);
  const people = others.filter((id) => userById(state, id)?.is_bot !== true);
  if (people.length === 0) return undefined;
  if (![state.user_id, ...people].some((id) => hasPermission(state, "direct_message_permission_group", id)))
    return "take-part";
  return hasPermission(state, "direct_message_initiator_group") || isBegun(state, others) ? undefined : "begin";
}
