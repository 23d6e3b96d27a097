import type { Translation } from "../catalog.ts";
import type { emptyFeedWords, jumpsWords } from "../feed-parts.ts";
import { plural } from "../format.ts";

export const jumps: Translation<typeof jumpsWords> = {
  latest: "Zur neuesten Nachricht",
  unreadAbove: (count) => plural(count, { one: "# ungelesene weiter oben", other: "# ungelesene weiter oben" }),
  newBelow: (count) => plural(count, { one: "# neue Nachricht", other: "# neue Nachrichten" }),
  nothingLeft: {
    topic: "Keine weiteren ungelesenen Themen.",
    followed: "Keine weiteren ungelesenen Themen, denen du folgst.",
    direct: "Keine weiteren ungelesenen Direktnachrichten.",
    any: "Keine weiteren ungelesenen Nachrichten.",
  },
};

export const emptyFeed: Translation<typeof emptyFeedWords> = {
  topic: { title: "Noch keine Nachrichten", hint: "Schreibe die erste Nachricht in diesem Thema." },
  isNow: (topic) => `Dieses Thema heißt jetzt „${topic}“`,
  openTopic: "Thema öffnen",
  channel: { title: "Noch keine Nachrichten", hint: "Beginne das erste Thema in diesem Kanal." },
  direct: { title: "Noch keine Nachrichten", hint: "Schreibe eine Nachricht, um die Unterhaltung zu beginnen." },
  self: { title: "Notizen an dich", hint: "Für Notizen, Links und Aufgaben. Nur du kannst sie sehen." },
  directs: { title: "Noch keine Direktnachrichten", hint: "Drücke X, um jemandem zu schreiben." },
  combined: {
    title: "Noch keine Nachrichten",
    hint: "Hier erscheinen Nachrichten aus all deinen Kanälen und Direktnachrichten.",
  },
  mentions: { title: "Noch keine Erwähnungen", hint: "Wenn dich jemand erwähnt, siehst du es hier." },
  starred: { title: "Keine markierten Nachrichten", hint: "Markiere eine Nachricht, um sie später hier zu finden." },
  reactions: {
    title: "Noch keine Reaktionen",
    hint: "Hier erscheinen deine Nachrichten, auf die andere reagieren.",
  },
  search: { title: "Keine Treffer", hint: "Versuche andere Wörter oder weniger Filter." },
};
