import { catalog } from "./catalog.ts";
import { listed, plural } from "./format.ts";

export const feedWords = catalog("feed", {
  name: "Messages",
  newMessages: "New messages",
  loading: "Loading messages…",
  failed: "The messages could not be loaded.",
  latest: "Jump to the latest",
  unreadAbove: (count: number) => plural(count, { one: "# unread above", other: "# unread above" }),
  markRead: "Mark as read",
  newBelow: (count: number) => plural(count, { one: "# new message", other: "# new messages" }),
  arrived: (count: number, names: readonly string[]) =>
    `${plural(count, { one: "# new message", other: "# new messages" })}: ${listed(names)}`,
  markedUnread: "Marked as unread from here",
  beginning: {
    topic: "This is the beginning of this topic.",
    channel: "This is the beginning of this channel.",
    direct: "This is the beginning of this conversation.",
    other: "There is nothing older.",
  },
  empty: {
    topic: { title: "Nothing here yet", hint: "Write the first message of this topic." },
    channel: { title: "Nothing here yet", hint: "Begin the first topic of this channel." },
    direct: { title: "Nothing here yet", hint: "Write the first message." },
    self: { title: "A place for yourself", hint: "Keep notes, links and lists here. Nobody else sees them." },
    directs: { title: "No direct messages yet", hint: "Press X to write to somebody." },
    combined: { title: "No messages yet", hint: "Messages of all your channels and conversations come here." },
    mentions: { title: "Nobody has mentioned you", hint: "Messages that mention you come here." },
    starred: { title: "Nothing starred", hint: "Star messages to find them again here." },
    reactions: { title: "No reactions yet", hint: "Your messages that others have reacted to come here." },
    search: { title: "Nothing found", hint: "Try other words, or fewer filters." },
  },
  people: "In this conversation",
  typing: (names: string, count: number) => (count === 1 ? `${names} is typing…` : `${names} are typing…`),
  manyTyping: "Several people are typing…",
  follow: "Follow",
  resolve: "Mark as resolved",
  unresolve: "Mark as not resolved",
});
