import type { Translation } from "../catalog.ts";
import type { feedWords, messageWords } from "../feed.ts";
import { listed, plural } from "../format.ts";

export const feed: Translation<typeof feedWords> = {
  name: "Messages",
  newMessages: "Nouveaux messages",
  loading: "Chargement des messages…",
  failed: "Impossible de charger les messages.",
  fromDevice: "Ces messages sont enregistrés sur cet appareil. Il y en a peut-être d’autres.",
  arrived: (count, names) =>
    `${plural(count, { one: "# nouveau message", other: "# nouveaux messages" })} : ${listed(names)}`,
  beginning: {
    topic: "Début de ce sujet.",
    channel: "Début de ce canal.",
    direct: "Début de cette conversation.",
    other: "Aucun message plus ancien.",
  },
  people: "Dans cette conversation",
  jumpToDate: "Aller à une date",
  typing: (names, count) => (count === 1 ? `${names} écrit…` : `${names} écrivent…`),
  manyTyping: "Plusieurs personnes écrivent…",
  follow: "Suivre",
  resolve: "Marquer comme résolu",
  unresolve: "Marquer comme non résolu",
};

export const message: Translation<typeof messageWords> = {
  name: (sender, time) => `${sender}, ${time}`,
  actions: "Actions du message",
  starred: "Favori",
  editedMark: "modifié",
  edited: (time) => `Modifié : ${time}`,
  moved: (time) => `Déplacé : ${time}`,
  bot: "bot",
  guest: "invité",
  you: "Vous",
  more: "Afficher plus",
  less: "Afficher moins",
  muted: "Message d’une personne en sourdine",
  show: "Afficher",
  status: {
    sending: "Envoi…",
    waiting: "En attente de connexion",
    behind: "En attente d’un message antérieur",
    refused: "Non envoyé",
  },
  retry: "Réessayer",
  reactions: "Réactions",
  reaction: (emoji, people) => `${emoji} : ${listed(people)}`,
  others: (count) => plural(count, { one: "# autre", other: "# autres" }),
  copy: "Copier",
  copied: "Copié",
  copyCode: "Copier le code",
  code: "Code",
  openIn: (playground) => `Ouvrir dans ${playground}`,
  table: "Tableau",
  spoiler: "Texte masqué",
  spoilerOf: (says) => `Texte masqué : ${says}`,
  picture: (name) => `Image : ${name}`,
  video: (name) => `Vidéo : ${name}`,
  unknownUser: "Personne inconnue",
  react: "Ajouter une réaction",
};
