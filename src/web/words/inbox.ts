import { catalog } from "./catalog.ts";

export const inboxWords = catalog("inbox", {
  title: "Inbox",
  summary: "{unread, plural, other {# unread}}{mine, plural, =0 {} other {, # for you}}",
  conversations: "{count, plural, one {In 1 conversation} other {In # conversations}}",
  forYou: "For you",
  markAll: "Mark all as read",
  markRead: "Mark as read",
  allRead: "You're all caught up",
  allReadText: "New messages will show up here.",
  browse: "Browse channels",
  older: "There are older unread messages, too.",
  undo: "{count, plural, one {Marked 1 message as read} other {Marked # messages as read}}",
  open: "Open",
  nextUnread: "Next unread",
  unreadIn:
    "{name}, {count, plural, one {# unread message} other {# unread messages}}{isMentioned, select, true {, you were mentioned} other {}}",
});
