import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";
import type { inboxWords } from "../inbox.ts";

export const inbox: Translation<typeof inboxWords> = {
  title: "Bandeja de entrada",
  summary: (unread, mine) =>
    mine === 0
      ? plural(unread, { other: "# sin leer" })
      : `${plural(unread, { other: "# sin leer" })}, ${plural(mine, { other: "# para ti" })}`,
  conversations: (count) => plural(count, { one: "En 1 conversación", other: "En # conversaciones" }),
  forYou: "Para ti",
  markAll: "Marcar todo como leído",
  markRead: "Marcar como leído",
  allRead: "Estás al día",
  allReadText: "Los mensajes nuevos aparecerán aquí.",
  browse: "Explorar canales",
  recent: "Conversaciones recientes",
  older: "También hay mensajes sin leer más antiguos.",
  undo: (count) => plural(count, { one: "1 mensaje marcado como leído", other: "# mensajes marcados como leídos" }),
  open: "Abrir",
  nextUnread: "Siguiente sin leer",
  unreadIn: (name, count, isMentioned = false) =>
    plural(count, { one: `${name}, # mensaje sin leer`, other: `${name}, # mensajes sin leer` }) +
    (isMentioned ? ", te han mencionado" : ""),
};
