import { catalog } from "./catalog.ts";

export const recentWords = catalog("recent", {
  title: "Recent conversations",
  find: "Find a conversation",
  filters: "Filters",
  unread: "Unread",
  participated: "Participated",
  muted: "Include muted",
  kind: "Kind",
  all: "All",
  topics: "Topics",
  directs: "Direct",
  latestOf: (names: string) => `Last to write: ${names}`,
  more: "Load older conversations",
  loading: "Loading conversations…",
  failed: "The conversations could not be loaded.",
  none: { title: "Nothing matches", text: "No recent conversation matches these filters." },
  empty: { title: "No conversations yet", text: "What people write comes here, the latest first." },
  clear: "Show all",
});
