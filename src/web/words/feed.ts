import { catalog } from "./catalog.ts";
import { listed, plural } from "./format.ts";

export const feedWords = catalog("feed", {
  name: "Messages",
  newMessages: "New messages",
  loading: "Loading messages…",
  failed: "Couldn't load messages.",
  fromDevice: "These are saved on this device. There might be more.",
  arrived: (count: number, names: readonly string[]) =>
    `${plural(count, { one: "# new message", other: "# new messages" })}: ${listed(names)}`,
  beginning: {
    topic: "This is the beginning of this topic.",
    channel: "This is the beginning of this channel.",
    direct: "This is the beginning of this conversation.",
    other: "No older messages.",
  },
  people: "In this conversation",
  jumpToDate: "Jump to date",
  typing: (names: string, count: number) => (count === 1 ? `${names} is typing…` : `${names} are typing…`),
  manyTyping: "Several people are typing…",
  follow: "Follow",
  resolve: "Mark as resolved",
  unresolve: "Mark as unresolved",
});

export const messageWords = catalog("message", {
  /** The accessible name of a message: its sender and time. */
  name: (sender: string, time: string) => `${sender}, ${time}`,
  actions: "Message actions",
  starred: "Starred",
  editedMark: "edited",
  assistant: (name: string) => `with ${name}`,
  edited: (time: string) => `Edited ${time}`,
  moved: (time: string) => `Moved ${time}`,
  bot: "bot",
  guest: "guest",
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
  retry: "Try again",
  reactions: "Reactions",
  /** A reaction with the people who reacted. */
  reaction: (emoji: string, people: readonly string[]) => `${emoji}: ${listed(people)}`,
  others: (count: number) => plural(count, { one: "# other", other: "# others" }),
  copy: "Copy",
  copied: "Copied",
  copyCode: "Copy code",
  code: "Code",
  openIn: (playground: string) => `Open in ${playground}`,
  table: "Table",
  spoiler: "Spoiler",
  spoilerOf: (says: string) => `Spoiler: ${says}`,
  picture: (name: string) => `Image: ${name}`,
  video: (name: string) => `Video: ${name}`,
  unknownUser: "Unknown user",
  react: "Add reaction",
});
