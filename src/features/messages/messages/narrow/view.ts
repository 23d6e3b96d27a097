import type { ChannelId, ConversationId, UserId } from "../../../../protocol/ids.ts";

/**
 * Messages of a conversation that the viewer received, from the first id to the last. A direct message
 * conversation is one span from its beginning, without a channel. A span without an end means that the viewer
 * still receives: takes part in the direct messages, or is subscribed now.
 */
export interface Span {
  readonly conversation: ConversationId;
  readonly channel: ChannelId | null;
  readonly first: number;
  readonly last: number | null;
}

/**
 * The messages that a viewer has read in all conversations: every message up to `low` (in some conversations, a higher id in
 * `lows`) except `unread`. Above that, messages of open spans are unread except `read`.
 */
export interface ReadState {
  readonly low: number;
  readonly lows: readonly (readonly [conversation: ConversationId, low: number])[];
  readonly read: readonly number[];
  readonly unread: readonly number[];
}

export type TopicReference = readonly [channel: ChannelId, topicKey: string];

/** The viewer's visibility policies (channels-topics.md 6). A topic is in one list at most. */
export interface Visibility {
  readonly muted: readonly TopicReference[];
  readonly unmuted: readonly TopicReference[];
  readonly followed: readonly TopicReference[];
  readonly mutedChannels: readonly ChannelId[];
}

/** The messages that one user may see and has read: with them and a filter, the matching messages are determined. */
export interface View {
  readonly viewer: UserId;
  /** The spans of conversations that the viewer can read now; those of one conversation do not overlap. */
  readonly received: readonly Span[];
  /** The channels that the viewer can read now. `historical` messages count only in these. */
  readonly readable: readonly ConversationId[];
  readonly read: ReadState;
  readonly visibility: Visibility;
  /** Users whom the viewer has muted: their messages are unread only if the viewer marks them so. */
  readonly mutedSenders: readonly UserId[];
}

/** A view, with the organization whose part of D1 it is about. */
export interface BulkView extends View {
  readonly realm: number;
}

/**
 * The largest id that D1's keys can hold, in their lower 32 bits: a larger one would reach into another organization.
 */
export const LAST_ID = 2 ** 32 - 1;

export const isStorableId = (id: number) => Number.isInteger(id) && id > 0 && id <= LAST_ID;
