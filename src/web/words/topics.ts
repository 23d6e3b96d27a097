import { catalog } from "./catalog.ts";
import { plural } from "./format.ts";

export const topicsWords = catalog("topics", {
  find: "Find a topic",
  list: "Topics",
  newTopic: "New topic",
  unreadFirst: "Unread first",
  feed: "All messages in one feed",
  subscribe: "Join",
  notSubscribed: "You have not joined this channel.",
  count: (count: number) => plural(count, { one: "# topic", other: "# topics" }),
  failed: "The topics could not be loaded.",
  loading: "Loading topics…",
  none: (text: string) => `No topic is called “${text}”.`,
  create: (topic: string) => `Begin “${topic}”`,
  empty: { title: "Nothing here yet", text: "Begin the first topic of this channel." },
  gone: { title: "This channel is not here", text: "It was deleted, or it is private." },
});
