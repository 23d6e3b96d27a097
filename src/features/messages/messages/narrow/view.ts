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
 * What is read: all up to `low`, or up to a higher id in some conversations, but `unread`; above it only `read`, of what
 * comes to open spans.
 */
export interface ReadState {
  readonly low: number;
  readonly lows: readonly (readonly [conversation: ConversationId, low: number])[];
  readonly read: readonly number[];
  readonly unread: readonly number[];
}

export type TopicReference = readonly [channel: ChannelId, topicKey: string];

/** The viewer's visibility policies (channels-topics.md 6): a topic is in one list at most. */
export interface Visibility {
  readonly muted: readonly TopicReference[];
  readonly unmuted: readonly TopicReference[];
  readonly followed: readonly TopicReference[];
  readonly mutedChannels: readonly ChannelId[];
}

/** What one account may see and has read: all that a narrow's meaning depends on besides the narrow. */
export interface View {
  readonly viewer: UserId;
  /** Only of conversations that the viewer can read now; the spans of one conversation do not overlap. */
  readonly received: readonly Span[];
  /** Every channel that the viewer can read now: rows flagged historical count in these only. */
  readonly readable: readonly ConversationId[];
  readonly read: ReadState;
  readonly visibility: Visibility;
  /** What these send is never unread, unless the viewer marked it so. */
  readonly mutedSenders: readonly UserId[];
}

/** A view of one organization's part of the bulk store. */
export interface BulkView extends View {
  readonly realm: number;
}

/** Ids fill the lower half of the bulk store's keys: a larger one would reach into another organization. */
export const LAST_ID = 2 ** 32 - 1;

export const isStorableId = (id: number) => Number.isInteger(id) && id > 0 && id <= LAST_ID;
