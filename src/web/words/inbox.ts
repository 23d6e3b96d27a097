import { catalog } from "./catalog.ts";
import { plural } from "./format.ts";

export const inboxWords = catalog("inbox", {
  title: "Inbox",
  summary: (unread: number, mine: number) =>
    mine === 0
      ? plural(unread, { other: "# unread" })
      : `${plural(unread, { other: "# unread" })}, ${plural(mine, { other: "# for you" })}`,
  conversations: (count: number) => plural(count, { one: "In 1 conversation", other: "In # conversations" }),
  forYou: "For you",
  markAll: "Mark all as read",
  markRead: "Mark as read",
  allRead: "You're all caught up",
  allReadText: "New messages will show up here.",
  browse: "Browse channels",
  recent: "Recent conversations",
  older: "There are older unread messages, too.",
  undo: (count: number) => plural(count, { one: "Marked 1 message as read", other: "Marked # messages as read" }),
  open: "Open",
  nextUnread: "Next unread",
  unreadIn: (name: string, count: number, isMentioned = false) =>
    plural(count, { one: `${name}, # unread message`, other: `${name}, # unread messages` }) +
    (isMentioned ? ", you were mentioned" : ""),
});
