import type { Translation } from "../catalog.ts";
import type { emptyFeedWords, jumpsWords } from "../feed-parts.ts";
import { plural } from "../format.ts";

export const jumps: Translation<typeof jumpsWords> = {
  latest: "Aller au plus récent",
  unreadAbove: (count) => plural(count, { one: "# non lu plus haut", other: "# non lus plus haut" }),
  newBelow: (count) => plural(count, { one: "# nouveau message", other: "# nouveaux messages" }),
  nothingLeft: {
    topic: "Plus aucun sujet non lu.",
    followed: "Plus aucun sujet suivi non lu.",
    direct: "Plus aucun message direct non lu.",
    any: "Plus aucun message non lu.",
  },
};

export const emptyFeed: Translation<typeof emptyFeedWords> = {
  topic: { title: "Rien ici pour le moment", hint: "Envoyez le premier message de ce sujet." },
  isNow: (topic) => `Ce sujet s’appelle maintenant « ${topic} »`,
  openTopic: "Ouvrir le sujet",
  channel: { title: "Rien ici pour le moment", hint: "Lancez le premier sujet de ce canal." },
  direct: { title: "Rien ici pour le moment", hint: "Envoyez un message pour engager la conversation." },
  self: { title: "Notes personnelles", hint: "Gardez ici notes, liens et tâches. Vous seul les voyez." },
  directs: { title: "Aucun message direct", hint: "Appuyez sur X pour écrire à quelqu’un." },
  combined: {
    title: "Aucun message",
    hint: "Les messages de tous vos canaux et vos messages directs apparaissent ici.",
  },
  mentions: { title: "Aucune mention", hint: "Quand quelqu’un vous mentionne, vous le voyez ici." },
  starred: { title: "Aucun message favori", hint: "Ajoutez un message aux favoris pour le retrouver ici." },
  reactions: {
    title: "Aucune réaction",
    hint: "Vos messages auxquels d’autres personnes réagissent apparaissent ici.",
  },
  search: { title: "Aucun résultat", hint: "Essayez d’autres mots ou moins de filtres." },
};
