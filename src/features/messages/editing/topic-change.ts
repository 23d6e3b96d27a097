import { badRequest } from "../../../protocol/errors.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../../protocol/limits.ts";
import { topicKey, writtenTopic } from "../../conversations/topic-name.ts";

/** What a resolved topic's name begins with (channels-topics.md 6). */
const RESOLVED = "✔ ";

export interface TopicChange {
  readonly topic: string;
  /** Whether all that changes is that the topic counts as resolved, or as unresolved. */
  readonly resolution: "resolved" | "unresolved" | null;
}

/** A new name for a topic. A resolved name may be longer than names may be: it is told apart before it is cut. */
export function readTopicChange(current: string, text: string): TopicChange {
  const given = text.trim();
  if ([RESOLVED.trim(), topicKey(RESOLVED + EMPTY_TOPIC_DISPLAY_NAME)].includes(topicKey(given))) {
    throw badRequest("General chat cannot be marked as resolved");
  }
  return { topic: writtenTopic(given), resolution: resolutionBy(current, given) };
}

function resolutionBy(current: string, given: string): TopicChange["resolution"] {
  if (current === "" || given === "") return null;
  if (given === RESOLVED + current) return "resolved";
  return current === RESOLVED + given ? "unresolved" : null;
}
