import { catalog } from "./catalog.ts";

export const feedWords = catalog("feed", {
  name: "Messages",
  newMessages: "New messages",
  loading: "Loading messages…",
  failed: "Couldn't load messages.",
  fromDevice: "These are saved on this device. There might be more.",
  arrived: "{count, plural, one {# new message} other {# new messages}}: {names}",
  beginning: {
    topic: "This is the beginning of this topic.",
    channel: "This is the beginning of this channel.",
    direct: "This is the beginning of this conversation.",
    other: "No older messages.",
  },
  people: "In this conversation",
  typing: "{names} {count, plural, one {is typing…} other {are typing…}}",
  manyTyping: "Several people are typing…",
  follow: "Follow",
  resolve: "Mark as resolved",
  unresolve: "Mark as unresolved",
});

export const messageWords = catalog("message", {
  /** The accessible name of a message: its sender and time. */
  name: "{sender}, {time}",
  actions: "Message actions",
  starred: "Starred",
  editedMark: "edited",
  assistant: "with {name}",
  edited: "Edited {time}",
  moved: "Moved {time}",
  bot: "bot",
  guest: "guest",
  outside: "outside",
  you: "You",
  more: "Show more",
  less: "Show less",
  muted: "Message from someone you muted",
  show: "Show",
  status: {
    sending: "Sending…",
    waiting: "Waiting for connection",
    behind: "Waiting for an earlier message",
    refused: "Not sent",
  },
  reactions: "Reactions",
  /** A reaction and who reacted. */
  others: "{count, plural, one {# other} other {# others}}",
  copyCode: "Copy code",
  code: "Code",
  openIn: "Open in {playground}",
  table: "Table",
  spoiler: "Spoiler",
  spoilerOf: "Spoiler: {says}",
  picture: "Image: {name}",
  video: "Video: {name}",
  unknownUser: "Unknown user",
});
