import type { Translation } from "../catalog.ts";
import type { feedWords, messageWords } from "../feed.ts";
import { listed, plural } from "../format.ts";

export const feed: Translation<typeof feedWords> = {
  name: "Mensajes",
  newMessages: "Mensajes nuevos",
  loading: "Cargando mensajes…",
  failed: "No se pudieron cargar los mensajes.",
  fromDevice: "Estos están guardados en este dispositivo. Puede que haya más.",
  arrived: (count, names) =>
    `${plural(count, { one: "# mensaje nuevo", other: "# mensajes nuevos" })}: ${listed(names)}`,
  beginning: {
    topic: "Este es el comienzo del tema.",
    channel: "Este es el comienzo del canal.",
    direct: "Este es el comienzo de la conversación.",
    other: "No hay mensajes más antiguos.",
  },
  people: "En esta conversación",
  jumpToDate: "Ir a una fecha",
  typing: (names, count) => (count === 1 ? `${names} está escribiendo…` : `${names} están escribiendo…`),
  manyTyping: "Varias personas están escribiendo…",
  follow: "Seguir",
  resolve: "Marcar como resuelto",
  unresolve: "Marcar como no resuelto",
};

export const message: Translation<typeof messageWords> = {
  name: (sender, time) => `${sender}, ${time}`,
  actions: "Acciones del mensaje",
  starred: "Destacado",
  editedMark: "editado",
  edited: (time) => `Editado: ${time}`,
  moved: (time) => `Movido: ${time}`,
  bot: "bot",
  guest: "invitado",
  you: "Tú",
  more: "Mostrar más",
  less: "Mostrar menos",
  muted: "Mensaje de alguien que has silenciado",
  show: "Mostrar",
  status: {
    sending: "Enviando…",
    waiting: "Esperando conexión",
    behind: "Esperando a un mensaje anterior",
    refused: "No enviado",
  },
  retry: "Intentar de nuevo",
  reactions: "Reacciones",
  reaction: (emoji, people) => `${emoji}: ${listed(people)}`,
  others: (count) => plural(count, { one: "1 persona más", other: "# personas más" }),
  copy: "Copiar",
  copied: "Copiado",
  copyCode: "Copiar código",
  code: "Código",
  openIn: (playground) => `Abrir en ${playground}`,
  table: "Tabla",
  spoiler: "Texto oculto",
  spoilerOf: (says) => `Texto oculto: ${says}`,
  picture: (name) => `Imagen: ${name}`,
  video: (name) => `Vídeo: ${name}`,
  unknownUser: "Persona desconocida",
  react: "Añadir reacción",
};
