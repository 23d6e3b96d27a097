import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { topicsWords } from "../topics.ts";

export const topics: Translation<typeof topicsWords> = {
  find: "Thema finden",
  list: "Themen",
  newTopic: "Neues Thema",
  unreadFirst: "Ungelesenes zuerst",
  feed: "Alle Nachrichten in einem Verlauf",
  subscribe: "Beitreten",
  notSubscribed: "Du bist diesem Kanal nicht beigetreten.",
  count: (count) => plural(count, { one: "# Thema", other: "# Themen" }),
  failed: "Die Themen konnten nicht geladen werden.",
  loading: "Themen werden geladen …",
  none: (text) => `Kein Thema heißt „${text}“.`,
  create: (topic) => `„${topic}“ beginnen`,
  empty: { title: "Noch nichts hier", text: "Beginne das erste Thema dieses Kanals." },
  gone: { title: "Dieser Kanal ist nicht hier", text: "Er wurde gelöscht, oder er ist privat." },
};
