import { catalog } from "./catalog.ts";
import { plural } from "./format.ts";

export const inboxWords = catalog("inbox", {
  title: "Inbox",
  summary: (unread: number, mine: number) =>
    mine === 0
      ? plural(unread, { other: "# unread" })
      : `${plural(unread, { other: "# unread" })}, ${plural(mine, { other: "# for you" })}`,
  conversations: (count: number) => plural(count, { one: "In one conversation.", other: "In # conversations." }),
  forYou: "For you",
  directs: "Direct messages",
  markAll: "Mark all as read",
  markRead: "Mark as read",
  allRead: "You have read everything",
  allReadText: "New messages show up here by themselves. Until then:",
  browse: "Browse channels",
  recent: "Recent conversations",
  older: "There are more unread messages, older than these.",
  undo: (count: number) => plural(count, { one: "Marked one message as read", other: "Marked # messages as read" }),
  open: "Open",
  nextUnread: "Next unread",
  unreadIn: (name: string, count: number, isMentioned = false) =>
    plural(count, { one: `${name}, # unread message`, other: `${name}, # unread messages` }) +
    (isMentioned ? ", you are mentioned" : ""),
  nothingLeft: {
    topic: "No other topic is unread.",
    followed: "No other topic that you follow is unread.",
    direct: "No other direct message is unread.",
    any: "Nothing else is unread.",
  },
});
