import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { inboxWords } from "../inbox.ts";

export const inbox: Translation<typeof inboxWords> = {
  title: "Eingang",
  summary: (unread, mine) =>
    mine === 0
      ? plural(unread, { other: "# ungelesen" })
      : `${plural(unread, { other: "# ungelesen" })}, ${plural(mine, { other: "# für dich" })}`,
  conversations: (count) => plural(count, { one: "In einer Unterhaltung.", other: "In # Unterhaltungen." }),
  forYou: "Für dich",
  directs: "Direktnachrichten",
  markAll: "Alles als gelesen markieren",
  markRead: "Als gelesen markieren",
  allRead: "Du hast alles gelesen",
  allReadText: "Neue Nachrichten erscheinen hier von selbst. Bis dahin:",
  browse: "Kanäle durchsehen",
  recent: "Letzte Unterhaltungen",
  older: "Es gibt noch mehr Ungelesenes, älter als dies hier.",
  undo: (count) =>
    plural(count, { one: "Eine Nachricht als gelesen markiert", other: "# Nachrichten als gelesen markiert" }),
  open: "Öffnen",
  nextUnread: "Nächste ungelesene",
  unreadIn: (name, count, isMentioned) =>
    plural(count, { one: `${name}, # ungelesene Nachricht`, other: `${name}, # ungelesene Nachrichten` }) +
    (isMentioned === true ? ", du bist erwähnt" : ""),
  nothingLeft: {
    topic: "Kein anderes Thema ist ungelesen.",
    followed: "Kein anderes Thema, dem du folgst, ist ungelesen.",
    direct: "Keine andere Direktnachricht ist ungelesen.",
    any: "Sonst ist nichts ungelesen.",
  },
};
