import type { Translation } from "../../../catalog.ts";
import type { erasureWords } from "../../../settings/organization/erasure.ts";

export const erasure: Translation<typeof erasureWords> = {
  rows: {
    erase: "Effacer le compte",
  },
  menu: "Effacer…",
  title: (name) => `Effacer ${name} ?`,
  messages: "Messages",
  keep: "Conserver",
  keepHint: "Ils apparaissent comme écrits par « Deleted user », avec un numéro.",
  remove: "Supprimer",
  removeHint: "Pour tout le monde, avec les fichiers, réactions et votes.",
  consequences: [
    "Nom, adresse e-mail, image, profil, paramètres et connexions sont effacés, comme ceux de ses bots.",
    "Les mentions dans les messages des autres n’affichent plus son nom.",
  ],
  deactivatesNow: "Le compte est désactivé immédiatement.",
  begins: (when) => `Il est effacé définitivement le ${when}. D’ici là, vous pouvez annuler ici.`,
  action: "Effacer le compte",
  ordered: (name, when) => `${name} sera effacé le ${when}`,
  waiting: "Comptes à effacer",
  requested: (when) => `Demandé le ${when}`,
  due: (when) => `Sera effacé le ${when}`,
  withMessages: "avec les messages",
  accept: "Accepter…",
  refuse: "Refuser",
  undo: "Annuler",
  refused: (name) => `Effacement refusé : ${name}`,
  undone: (name) => `${name} ne sera pas effacé`,
  ownHint: "Les propriétaires décident. Le compte est effacé 14 jours plus tard ; d’ici là, ils peuvent annuler.",
  ask: "Demander l’effacement…",
  askTitle: "Demander l’effacement de votre compte ?",
  askAction: "Envoyer la demande",
  askConsequences: [
    "Nom, adresse e-mail, image, profil, paramètres et connexions sont effacés, comme ceux de vos bots.",
    "Dès qu’un propriétaire accepte, toutes vos sessions sont fermées.",
  ],
  asked: (when) => `Vous l’avez demandé le ${when}. Un propriétaire doit accepter.`,
  withdraw: "Retirer la demande",
};
