import { catalog } from "./catalog.ts";

export const paletteWords = catalog("palette", {
  placeholder: "Person, channel, topic …",
  matches: "Matches",
  recent: "Recent",
  actions: "Go to or do",
  searchFor: (text: string) => `Search messages for “${text}”`,
  newTopic: (topic: string, channel: string) => `New topic “${topic}” in #${channel}`,
  newTopicHere: (channel: string) => `New topic in #${channel}`,
  notSubscribed: "not joined",
  bot: "bot",
  signs: { "#": "channels", ">": "topics", "@": "people", "/": "actions" },
});
