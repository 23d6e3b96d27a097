import { catalog } from "./catalog.ts";

export const recentWords = catalog("recent", {
  title: "Recent conversations",
  find: "Find a conversation",
  filters: "Filters",
  unread: "Unread",
  participated: "Participated",
  muted: "Include muted",
  kind: "Type",
  all: "All",
  topics: "Topics",
  directs: "Direct",
  latestOf: "Latest from {names}",
  more: "Load older conversations",
  loading: "Loading conversations…",
  failed: "Couldn't load conversations.",
  none: { title: "No matches", text: "No recent conversations match these filters." },
  empty: { title: "No conversations yet", text: "The latest conversations will show up here." },
  clear: "Clear filters",
  followed: "followed",
});
