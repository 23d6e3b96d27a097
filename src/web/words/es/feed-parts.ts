import type { Translation } from "../catalog.ts";
import type { emptyFeedWords, jumpsWords } from "../feed-parts.ts";
import { plural } from "../format.ts";

export const jumps: Translation<typeof jumpsWords> = {
  latest: "Ir a lo más reciente",
  unreadAbove: (count) => plural(count, { other: "# sin leer arriba" }),
  newBelow: (count) => plural(count, { one: "# mensaje nuevo", other: "# mensajes nuevos" }),
  nothingLeft: {
    topic: "No quedan temas sin leer.",
    followed: "No quedan temas seguidos sin leer.",
    direct: "No quedan mensajes directos sin leer.",
    any: "No quedan mensajes sin leer.",
  },
};

export const emptyFeed: Translation<typeof emptyFeedWords> = {
  topic: { title: "Aún no hay nada aquí", hint: "Envía el primer mensaje de este tema." },
  isNow: (topic) => `Este tema se llama ahora “${topic}”`,
  openTopic: "Abrir tema",
  channel: { title: "Aún no hay nada aquí", hint: "Inicia el primer tema de este canal." },
  direct: { title: "Aún no hay nada aquí", hint: "Envía un mensaje para empezar la conversación." },
  self: { title: "Notas personales", hint: "Guarda aquí notas, enlaces y tareas. Solo tú puedes verlos." },
  directs: { title: "Aún no hay mensajes directos", hint: "Pulsa X para escribir a alguien." },
  combined: {
    title: "Aún no hay mensajes",
    hint: "Aquí aparecen los mensajes de todos tus canales y los mensajes directos.",
  },
  mentions: { title: "Aún no hay menciones", hint: "Cuando alguien te mencione, lo verás aquí." },
  starred: { title: "No hay mensajes destacados", hint: "Destaca un mensaje para encontrarlo aquí más tarde." },
  reactions: {
    title: "Aún no hay reacciones",
    hint: "Aquí aparecen tus mensajes a los que otras personas reaccionan.",
  },
  search: { title: "Sin resultados", hint: "Prueba con otras palabras o menos filtros." },
};
