import type { ChannelId, MessageId, UserId } from "./ids.ts";
import type { State } from "./state.ts";

interface WithIds {
  /** Ascending; never empty. */
  unread_message_ids: MessageId[];
}
export interface UnreadTopic extends WithIds {
  readonly stream_id: ChannelId;
  topic: string;
}
export interface UnreadDirect extends WithIds {
  /** One's own id for messages to oneself. */
  readonly other_user_id: UserId;
  readonly sender_id: UserId;
}
export interface UnreadGroupDirect extends WithIds {
  /** All participants, oneself too, ascending and with commas between. */
  readonly user_ids_string: string;
}

interface RecentDirect {
  /** Without oneself, ascending. */
  readonly user_ids: readonly UserId[];
  readonly max_message_id: MessageId;
}

export interface UnreadState {
  unread_msgs: {
    /** What it was at registration: `unreadOf` counts. */
    count: number;
    pms: UnreadDirect[];
    streams: UnreadTopic[];
    huddles: UnreadGroupDirect[];
    mentions: MessageId[];
    /** There are more than the server tells of. */
    old_unreads_missing: boolean;
  };
  max_message_id: MessageId;
  recent_private_conversations: RecentDirect[];
}

/** The direct conversations that the server tells of, without oneself, the latest first. */
export const recentDirects = (state: State): readonly (readonly UserId[])[] =>
  [...state.recent_private_conversations]
    .sort((a, b) => b.max_message_id - a.max_message_id)
    .map(({ user_ids }) => user_ids);
