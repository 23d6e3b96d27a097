import type { Translation } from "../catalog.ts";
import type { paletteWords } from "../palette.ts";

export const palette: Translation<typeof paletteWords> = {
  placeholder: "Person, Kanal, Thema …",
  matches: "Treffer",
  recent: "Zuletzt",
  actions: "Gehen oder tun",
  searchFor: (text) => `Nachrichten nach „${text}“ durchsuchen`,
  newTopic: (topic, channel) => `Neues Thema „${topic}“ in #${channel}`,
  newTopicHere: (channel) => `Neues Thema in #${channel}`,
  notSubscribed: "nicht beigetreten",
  bot: "Bot",
  signs: { "#": "Kanäle", ">": "Themen", "@": "Personen", "/": "Aktionen" },
};
