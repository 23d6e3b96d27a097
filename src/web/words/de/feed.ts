import type { Translation } from "../catalog.ts";
import type { feedWords } from "../feed.ts";
import { listed, plural } from "../format.ts";

export const feed: Translation<typeof feedWords> = {
  name: "Nachrichten",
  newMessages: "Neue Nachrichten",
  loading: "Nachrichten werden geladen …",
  failed: "Die Nachrichten konnten nicht geladen werden.",
  latest: "Zur neuesten",
  unreadAbove: (count) => plural(count, { one: "# ungelesene weiter oben", other: "# ungelesene weiter oben" }),
  markRead: "Als gelesen markieren",
  newBelow: (count) => plural(count, { one: "# neue Nachricht", other: "# neue Nachrichten" }),
  arrived: (count, names) =>
    `${plural(count, { one: "# neue Nachricht", other: "# neue Nachrichten" })}: ${listed(names)}`,
  markedUnread: "Ab hier als ungelesen markiert",
  beginning: {
    topic: "Hier beginnt dieses Thema.",
    channel: "Hier beginnt dieser Kanal.",
    direct: "Hier beginnt diese Unterhaltung.",
    other: "Es gibt nichts Älteres.",
  },
  empty: {
    topic: { title: "Noch nichts da", hint: "Schreib die erste Nachricht zu diesem Thema." },
    channel: { title: "Noch nichts da", hint: "Beginne das erste Thema dieses Kanals." },
    direct: { title: "Noch nichts da", hint: "Schreib die erste Nachricht." },
    self: { title: "Ein Platz für dich", hint: "Für Notizen, Links und Listen. Niemand sonst sieht sie." },
    directs: { title: "Noch keine Direktnachrichten", hint: "Drück X, um jemandem zu schreiben." },
    combined: {
      title: "Noch keine Nachrichten",
      hint: "Hier stehen die Nachrichten all deiner Kanäle und Unterhaltungen.",
    },
    mentions: { title: "Niemand hat dich erwähnt", hint: "Hier stehen Nachrichten, die dich erwähnen." },
    starred: { title: "Nichts mit Stern", hint: "Markiere Nachrichten mit einem Stern, um sie hier wiederzufinden." },
    reactions: {
      title: "Noch keine Reaktionen",
      hint: "Hier stehen deine Nachrichten, auf die andere reagiert haben.",
    },
    search: { title: "Nichts gefunden", hint: "Versuch andere Wörter oder weniger Filter." },
  },
  people: "In dieser Unterhaltung",
  typing: (names, count) => (count === 1 ? `${names} schreibt …` : `${names} schreiben …`),
  manyTyping: "Mehrere schreiben gerade …",
  follow: "Folgen",
  resolve: "Als erledigt markieren",
  unresolve: "Als nicht erledigt markieren",
};
