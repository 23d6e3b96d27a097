import type { ChannelId, ConversationId, UserId } from "../../../../protocol/ids.ts";

/**
 * A range of message ids in a conversation that the viewer received. A direct message conversation is one span from its
 * beginning, without a channel. An open span means that the viewer still receives messages, because they take part in
 * the direct messages or are subscribed.
 */
export interface Span {
  readonly conversation: ConversationId;
  readonly channel: ChannelId | null;
  readonly first: number;
  readonly last: number | null;
}

/**
 * What a viewer has read across all conversations: every message up to `low` (for some conversations, a higher id in
 * `lows`), except `unread`. Above that, messages of open spans are unread except `read`.
 */
export interface ReadState {
  readonly low: number;
  readonly lows: readonly (readonly [conversation: ConversationId, low: number])[];
  readonly read: readonly number[];
  readonly unread: readonly number[];
}

export type TopicReference = readonly [channel: ChannelId, topicKey: string];

/** The viewer's visibility policies (channels-topics.md 6). A topic is in at most one list. */
export interface Visibility {
  readonly muted: readonly TopicReference[];
  readonly unmuted: readonly TopicReference[];
  readonly followed: readonly TopicReference[];
  readonly mutedChannels: readonly ChannelId[];
}

/** The messages a user can see and has read. Together with a filter, it determines the matching messages. */
export interface View {
  readonly viewer: UserId;
  /** Spans the viewer can read now. Spans of the same conversation don't overlap. */
  readonly received: readonly Span[];
  /** Channels the viewer can read now. `historical` messages count only in these. */
  readonly readable: readonly ConversationId[];
  readonly read: ReadState;
  readonly visibility: Visibility;
  /** Users the viewer has muted. Their messages are unread only if the viewer marks them as unread. */
  readonly mutedSenders: readonly UserId[];
}

export interface BulkView extends View {
  readonly realm: number;
}

/**
 * Largest id that fits into the lower 32 bits of D1's keys. A larger id would collide with another organization's keys.
 */
export const LAST_ID = 2 ** 32 - 1;

export const isStorableId = (id: number) => Number.isInteger(id) && id > 0 && id <= LAST_ID;
