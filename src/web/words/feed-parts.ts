import { catalog } from "./catalog.ts";

export const jumpsWords = catalog("jumps", {
  latest: "Jump to latest",
  unreadAbove: "{count, plural, one {# unread above} other {# unread above}}",
  newBelow: "{count, plural, one {# new message} other {# new messages}}",
  nothingLeft: {
    topic: "No more unread topics.",
    followed: "No more unread topics you follow.",
    direct: "No more unread direct messages.",
    any: "No more unread messages.",
  },
});

export const emptyFeedWords = catalog("emptyFeed", {
  topic: { title: "Nothing here yet", hint: "Send the first message in this topic." },
  isNow: "This topic is now “{topic}”",
  openTopic: "Open topic",
  channel: { title: "Nothing here yet", hint: "Start the first topic in this channel." },
  direct: { title: "Nothing here yet", hint: "Send a message to start the conversation." },
  self: { title: "Notes to self", hint: "Keep notes, links and to-dos here. Only you can see them." },
  directs: { title: "No direct messages yet", hint: "Press X to message someone." },
  combined: { title: "No messages yet", hint: "Messages from all your channels and direct messages appear here." },
  mentions: { title: "No mentions yet", hint: "When someone mentions you, you'll see it here." },
  starred: { title: "No starred messages", hint: "Star a message to find it here later." },
  reactions: { title: "No reactions yet", hint: "Messages of yours that others react to appear here." },
  search: { title: "No results", hint: "Try different words or fewer filters." },
});
