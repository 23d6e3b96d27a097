import { catalog } from "./catalog.ts";

export const boardWords = catalog("board", {
  page: "Page",
  topics: "Pinned topics",
  messages: "Pinned messages",
  links: "Links",
  loading: "Loading board…",
  failed: "Couldn't load this board.",
  offline: "This board isn't saved on this device. It loads when you're back online.",
  empty: "Nothing on this board yet",
  emptyText: "A board holds what people in this channel need: a page, topics, messages and links.",
  edited: "Last edited by {who}",
  missing: "Couldn't load this message.",
});
