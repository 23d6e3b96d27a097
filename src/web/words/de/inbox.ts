import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { inboxWords } from "../inbox.ts";

export const inbox: Translation<typeof inboxWords> = {
  title: "Eingang",
  summary: (unread, mine) =>
    mine === 0
      ? plural(unread, { other: "# ungelesen" })
      : `${plural(unread, { other: "# ungelesen" })}, ${plural(mine, { other: "# für dich" })}`,
  conversations: (count) => plural(count, { one: "In 1 Unterhaltung", other: "In # Unterhaltungen" }),
  forYou: "Für dich",
  markAll: "Alles als gelesen markieren",
  markRead: "Als gelesen markieren",
  allRead: "Alles gelesen",
  allReadText: "Neue Nachrichten erscheinen hier.",
  browse: "Kanäle durchstöbern",
  recent: "Letzte Unterhaltungen",
  older: "Es gibt auch ältere ungelesene Nachrichten.",
  undo: (count) =>
    plural(count, { one: "1 Nachricht als gelesen markiert", other: "# Nachrichten als gelesen markiert" }),
  open: "Öffnen",
  nextUnread: "Nächste ungelesene",
  unreadIn: (name, count, isMentioned) =>
    plural(count, { one: `${name}, # ungelesene Nachricht`, other: `${name}, # ungelesene Nachrichten` }) +
    (isMentioned === true ? ", du wurdest erwähnt" : ""),
};
