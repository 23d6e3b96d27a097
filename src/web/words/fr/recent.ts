import type { Translation } from "../catalog.ts";
import type { recentWords } from "../recent.ts";

export const recent: Translation<typeof recentWords> = {
  title: "Conversations récentes",
  find: "Trouver une conversation",
  filters: "Filtres",
  unread: "Non lues",
  participated: "J’ai participé",
  muted: "Inclure la sourdine",
  kind: "Type",
  all: "Toutes",
  topics: "Sujets",
  directs: "Directs",
  latestOf: (names) => `Le dernier de ${names}`,
  more: "Charger les conversations plus anciennes",
  loading: "Chargement des conversations…",
  failed: "Impossible de charger les conversations.",
  none: { title: "Aucun résultat", text: "Aucune conversation récente ne correspond à ces filtres." },
  empty: { title: "Aucune conversation", text: "Les dernières conversations apparaîtront ici." },
  clear: "Effacer les filtres",
  followed: "suivi",
};
