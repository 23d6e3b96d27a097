import { badRequest } from "../../../protocol/errors.ts";
import { EMPTY_TOPIC_DISPLAY_NAME } from "../../../protocol/limits.ts";
import { topicKey, topicToWrite } from "../../conversations/topic-name.ts";

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
  if ([RESOLVED.trim(), topicKey(RESOLVED + EMPTY_TOPIC_DISPLAY_NAME)].includes(topicKey(given))) {
    throw badRequest("General chat cannot be marked as resolved");
  }
  return { topic: topicToWrite(given), resolution: resolutionBy(current, given) };
}

function resolutionBy(current: string, given: string): TopicChange["resolution"] {
  if (current === "" || given === "") return null;
  if (given === RESOLVED + current) return "resolved";
  return current === RESOLVED + given ? "unresolved" : null;
}
