import type { Words } from "../en.ts";

export const palette: Words["palette"] = {
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
