import type { Translation } from "../catalog.ts";
import type { recentWords } from "../recent.ts";

export const recent: Translation<typeof recentWords> = {
  title: "Letzte Unterhaltungen",
  find: "Unterhaltung finden",
  filters: "Filter",
  unread: "Ungelesen",
  participated: "Mitgeschrieben",
  muted: "Auch stumme",
  kind: "Art",
  all: "Alle",
  topics: "Themen",
  directs: "Direkt",
  latestOf: (names) => `Zuletzt von ${names}`,
  more: "Ältere Unterhaltungen laden",
  loading: "Unterhaltungen werden geladen …",
  failed: "Die Unterhaltungen konnten nicht geladen werden.",
  none: { title: "Keine Treffer", text: "Keine der letzten Unterhaltungen passt zu diesen Filtern." },
  empty: { title: "Noch keine Unterhaltungen", text: "Hier erscheinen die neuesten Unterhaltungen." },
  clear: "Filter zurücksetzen",
  followed: "du folgst",
};
