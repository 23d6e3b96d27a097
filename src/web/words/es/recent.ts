import type { Translation } from "../catalog.ts";
import type { recentWords } from "../recent.ts";

export const recent: Translation<typeof recentWords> = {
  title: "Conversaciones recientes",
  find: "Buscar una conversación",
  filters: "Filtros",
  unread: "Sin leer",
  participated: "Participé",
  muted: "Incluir silenciadas",
  kind: "Tipo",
  all: "Todas",
  topics: "Temas",
  directs: "Directos",
  latestOf: (names) => `Lo último de ${names}`,
  more: "Cargar conversaciones anteriores",
  loading: "Cargando conversaciones…",
  failed: "No se pudieron cargar las conversaciones.",
  none: { title: "Sin coincidencias", text: "Ninguna conversación reciente coincide con estos filtros." },
  empty: { title: "Aún no hay conversaciones", text: "Las últimas conversaciones aparecerán aquí." },
  clear: "Quitar filtros",
  followed: "seguido",
};
