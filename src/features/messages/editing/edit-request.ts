import type { MessageId } from "../../../protocol/ids.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import type { Topic } from "../../conversations/topics.ts";
import type { PropagateMode } from "./events.ts";
import type { TopicChange } from "./topic-change.ts";

export interface EditRequest {
  readonly message_id: number;
  readonly topic: string | undefined;
  readonly stream_id: number | undefined;
  readonly content: string | undefined;
  readonly prev_content_sha256: string | undefined;
  readonly propagate_mode: PropagateMode;
  readonly send_notification_to_old_thread: boolean;
  readonly send_notification_to_new_thread: boolean;
}

/** A move of messages to another topic, another channel, or both. */
export interface Move {
  readonly target: MessageId;
  readonly mode: PropagateMode;
  readonly from: { readonly channel: Channel; readonly topic: Topic };
  readonly to: { readonly channel: Channel; readonly topic: string };
  readonly resolution: TopicChange["resolution"];
  readonly changesTopic: boolean;
  readonly changesChannel: boolean;
  /** The newest messages, which move in the first step, oldest first. */
  readonly places: readonly MessageIndexRow[];
  /** Number of messages that move in total. Excludes those the caller can't read. */
  readonly total: number;
  readonly oldest: MessageId;
  /** Whether the move includes all messages of the topic that the caller can read. */
  readonly isWhole: boolean;
  readonly notifies: { readonly old: boolean; readonly new: boolean };
}
