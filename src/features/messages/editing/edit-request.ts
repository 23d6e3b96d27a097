import { badRequest } from "../../../protocol/errors.ts";
import type { MessageId } from "../../../protocol/ids.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../../protocol/limits.ts";
import { nameKey } from "../../../protocol/name-key.ts";
import type { Channel } from "../../channels/channels/channels.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { topicToWrite } from "../../conversations/topic-name.ts";
import type { Topic } from "../../conversations/topics.ts";
import type { PropagateMode } from "./events.ts";

/** Prefix of a resolved topic's name (channels-topics.md 6). */
const RESOLVED = "✔ ";

export interface TopicChange {
  readonly topic: string;
  /** "resolved" or "unresolved" if that is the only change; null for any other change. */
  readonly resolution: "resolved" | "unresolved" | null;
}

/**
 * Returns the requested change of a topic name. Detects resolving before truncating, because the prefix of resolved
 * topics may make the name too long.
 */
export function parseTopicChange(current: string, text: string): TopicChange {
  const given = text.trim();
  if ([RESOLVED.trim(), nameKey(RESOLVED + EMPTY_TOPIC_DISPLAY_NAME)].includes(nameKey(given))) {
    throw badRequest("General chat cannot be marked as resolved");
  }
  return { topic: topicToWrite(given), resolution: resolutionBy(current, given) };
}

function resolutionBy(current: string, given: string): TopicChange["resolution"] {
  if (current === "" || given === "") return null;
  if (given === RESOLVED + current) return "resolved";
  return current === RESOLVED + given ? "unresolved" : null;
}

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

export type TopicInChannel = { readonly channel: Channel; readonly topic: string };

/** A move of messages to another topic, another channel, or both. */
export interface Move {
  readonly target: MessageId;
  readonly mode: PropagateMode;
  readonly from: { readonly channel: Channel; readonly topic: Topic };
  readonly to: TopicInChannel;
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
