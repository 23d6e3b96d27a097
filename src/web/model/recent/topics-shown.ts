import { fold } from "../match.ts";
import { topicNameKey } from "../routes/conversation.ts";
import type { UnreadTopic } from "../unread/sidebar.ts";
import type { ListedTopic } from "./listed-topics.ts";

/** Adds topics with unread messages that are missing because the server's response is older than the messages. */
export function withUnread(topics: readonly ListedTopic[], unread: readonly UnreadTopic[]): readonly ListedTopic[] {
  const known = new Set(topics.map(({ name }) => topicNameKey(name)));
  const others = unread.filter((one) => !known.has(topicNameKey(one.conversation.topic)));
  if (others.length === 0) return topics;
  return [...topics, ...others.map((one) => ({ name: one.conversation.topic, max_id: one.last }))].sort(
    (one, other) => other.max_id - one.max_id,
  );
}

/** Returns the topics whose names contain all words of a text. */
export function topicsWith(
  text: string,
  topics: readonly ListedTopic[],
  nameOf: (topic: string) => string,
): readonly ListedTopic[] {
  const wanted = fold(text)
    .split(/\s+/)
    .filter((word) => word !== "");
  if (wanted.length === 0) return topics;
  return topics.filter(({ name }) => {
    const found = fold(nameOf(name));
    return wanted.every((word) => found.includes(word));
  });
}

/** Moves pinned topics to the front, in the order of their pins. `pins` are the keys of the topics' names. */
export function pinnedFirst(topics: readonly ListedTopic[], pins: Iterable<string>): readonly ListedTopic[] {
  const byName = new Map(topics.map((topic) => [topicNameKey(topic.name), topic]));
  const first = new Set([...pins].flatMap((name) => byName.get(name) ?? []));
  return first.size === 0 ? topics : [...first, ...topics.filter((topic) => !first.has(topic))];
}

/** Moves topics with unread messages to the front, otherwise keeping the order. Muted topics count as read. */
export function unreadFirst(topics: readonly ListedTopic[], unread: readonly UnreadTopic[]): readonly ListedTopic[] {
  const names = new Set(unread.flatMap((one) => (one.isHidden ? [] : topicNameKey(one.conversation.topic))));
  const isUnread = ({ name }: ListedTopic) => names.has(topicNameKey(name));
  return [...topics.filter(isUnread), ...topics.filter((one) => !isUnread(one))];
}
