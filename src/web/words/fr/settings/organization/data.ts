import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { dataExportsWords, messageRetentionWords } from "../../../settings/organization/data.ts";

export const dataExports: Translation<typeof dataExportsWords> = {
  rows: { begin: "Nouvelle exportation" },
  lead: "Un fichier avec les données et les fichiers de votre organisation, que tout Parley ultérieur peut importer. Il ne contient ni mots de passe ni clés.",
  what: "Contenu",
  kinds: {
    public: "Données publiques",
    standard: "Données publiques, et données privées des personnes qui le permettent",
  },
  publicHint: "Les canaux publics, avec leurs messages.",
  standardHint: (agreed, all) =>
    `Aussi les canaux privés et messages directs des personnes qui le permettent dans leurs paramètres : ${plural(agreed, { one: "# personne", other: "# personnes" })} sur ${number(all)}.`,
  start: "Lancer l’exportation",
  started: "Exportation lancée. Vous pouvez continuer à travailler.",
  list: "Exportations",
  none: "Aucune exportation pour le moment. Vous pouvez en lancer jusqu’à cinq par semaine.",
  pending: "En cours…",
  failed: "Échec",
  deleted: "Supprimée",
  download: "Télécharger",
  remove: "Supprimer l’exportation",
  whole: "Exportation complète",
  wholeText:
    "Seule l’administration du serveur peut tout exporter, avec tous les canaux privés et messages directs, par cette commande sur le serveur. On peut continuer à travailler :",
  command: "Commande",
  wholeHint:
    "Avec --secrets, l’exportation inclut les empreintes des mots de passe et des clés, pour se connecter ailleurs comme ici. Si le serveur a plusieurs organisations, choisissez-en une avec --organization.",
  removeAsk: "Supprimer cette exportation ?",
  removeText: "Son lien de téléchargement cessera de fonctionner. Les données de votre organisation ne changent pas.",
  compliance: {
    title: "Exportation de conformité",
    hint: "Messages que des personnes ont écrits ou reçus, ou de canaux, pour un tribunal ou une enquête. Tout le monde peut savoir que de telles exportations sont possibles.",
    hold: "Conservation",
    noHold: "Aucune",
    holdHint:
      "Tout ce que couvre la conservation, y compris ce qu’elle garde des messages modifiés et supprimés. Les personnes, canaux et jours restreignent ce choix.",
    people: "Personnes",
    channels: "Canaux",
    from: "Du",
    until: "Au",
    reason: "Motif",
    begin: "Lancer l’exportation",
    waiting: "En attente d’un autre propriétaire",
    confirm: "Confirmer l’exportation",
    list: "Exportations de conformité",
  },
};

const days = (count: number) => plural(count, { one: "# jour", other: "# jours" });

export const messageRetention: Translation<typeof messageRetentionWords> = {
  rows: {
    message_retention_days: "Conservation des messages",
    channels: "Canaux avec une durée propre",
  },
  organization: "Durée par défaut",
  organizationHint:
    "Vaut pour les messages directs et les canaux sans durée propre. Les messages plus anciens sont supprimés définitivement, avec leurs fichiers.",
  forEver: "Sans limite",
  forDays: days,
  otherwise: "Autre…",
  inherit: (count) => (count === undefined ? "Par défaut (sans limite)" : `Par défaut (${days(count)})`),
  days: "Jours",
  daysWrong: "Saisissez un nombre entier d’au moins 1.",
  set: "Appliquer",
  shorterTitle: (count) => `Supprimer les messages de plus de ${days(count)} ?`,
  deletes: (count, isComplete) =>
    isComplete
      ? plural(count, {
          one: "# message est plus ancien et sera supprimé définitivement.",
          other: "# messages sont plus anciens et seront supprimés définitivement.",
        })
      : `Plus de ${number(count)} messages sont plus anciens et seront supprimés définitivement.`,
  deletesNothing: "Aucun message n’est encore aussi ancien.",
  held: (count: number) =>
    plural(count, {
      one: "Une conservation en garde # à l’abri des regards.",
      other: "Des conservations en gardent # à l’abri des regards.",
    }),
  laterOn: "Ensuite, chaque message est supprimé quand il atteint cet âge.",
  whenDeleted: "La suppression commence dans un jour. D’ici là, vous pouvez revenir en arrière.",
  shorten: "Supprimer les messages plus anciens",
  channelsHint: "Chaque canal peut conserver ses messages plus ou moins longtemps.",
  allSame: "Tous les canaux utilisent le paramètre de l’organisation.",
  add: "Ajouter un canal…",
  change: (channel) => `Conservation des messages de #${channel}`,
};
