import type { Translation } from "../catalog.ts";
import type { feedWords, messageWords } from "../feed.ts";
import { listed, plural } from "../format.ts";

export const feed: Translation<typeof feedWords> = {
  name: "Nachrichten",
  newMessages: "Neue Nachrichten",
  loading: "Nachrichten werden geladen …",
  failed: "Die Nachrichten konnten nicht geladen werden.",
  fromDevice: "Diese sind auf diesem Gerät gespeichert. Es kann mehr geben.",
  arrived: (count, names) =>
    `${plural(count, { one: "# neue Nachricht", other: "# neue Nachrichten" })}: ${listed(names)}`,
  beginning: {
    topic: "Hier beginnt dieses Thema.",
    channel: "Hier beginnt dieser Kanal.",
    direct: "Hier beginnt diese Unterhaltung.",
    other: "Keine älteren Nachrichten.",
  },
  people: "In dieser Unterhaltung",
  jumpToDate: "Zu einem Datum springen",
  typing: (names, count) => (count === 1 ? `${names} schreibt …` : `${names} schreiben …`),
  manyTyping: "Mehrere schreiben gerade …",
  follow: "Folgen",
  resolve: "Als erledigt markieren",
  unresolve: "Als offen markieren",
};

export const message: Translation<typeof messageWords> = {
  name: (sender, time) => `${sender}, ${time}`,
  actions: "Aktionen für die Nachricht",
  starred: "Markiert",
  editedMark: "bearbeitet",
  edited: (time) => `Bearbeitet: ${time}`,
  moved: (time) => `Verschoben: ${time}`,
  bot: "Bot",
  guest: "Gast",
  you: "Du",
  more: "Mehr anzeigen",
  less: "Weniger anzeigen",
  muted: "Nachricht einer stummgeschalteten Person",
  show: "Anzeigen",
  status: {
    sending: "Wird gesendet …",
    waiting: "Wartet auf Verbindung",
    behind: "Wartet auf eine frühere Nachricht",
    refused: "Nicht gesendet",
  },
  retry: "Erneut versuchen",
  reactions: "Reaktionen",
  reaction: (emoji, people) => `${emoji}: ${listed(people)}`,
  others: (count) => (count === 1 ? "1 weitere Person" : `${count} weitere`),
  copy: "Kopieren",
  copied: "Kopiert",
  copyCode: "Code kopieren",
  code: "Code",
  openIn: (playground) => `In ${playground} öffnen`,
  table: "Tabelle",
  spoiler: "Spoiler",
  spoilerOf: (says) => `Spoiler: ${says}`,
  picture: (name) => `Bild: ${name}`,
  video: (name) => `Video: ${name}`,
  unknownUser: "Unbekanntes Konto",
  react: "Reaktion hinzufügen",
};
