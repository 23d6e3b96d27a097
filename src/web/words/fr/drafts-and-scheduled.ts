import type { Translation } from "../catalog.ts";
import type { draftsWords, remindersWords, scheduledWords } from "../drafts-and-scheduled.ts";
import { listed, plural } from "../format.ts";

export const drafts: Translation<typeof draftsWords> = {
  none: "Aucun brouillon",
  noneText: "Les messages que vous n’avez pas envoyés sont conservés ici.",
  nobody: "Sans destinataire",
  nowhere: "Sans canal",
  resume: "Reprendre",
  deleted: "Brouillon supprimé",
  deleteAll: "Supprimer tous les brouillons",
  deleteAllText: "C’est irréversible.",
  logOutTitle: "Se déconnecter et supprimer les messages non envoyés ?",
  logOutText: (messages, drafts) => {
    const unsent = listed([
      ...(messages > 0 ? [plural(messages, { one: "# message non envoyé", other: "# messages non envoyés" })] : []),
      ...(drafts > 0 ? [plural(drafts, { one: "# brouillon", other: "# brouillons" })] : []),
    ]);
    return messages + drafts === 1
      ? `Uniquement sur cet appareil : ${unsent}. La déconnexion le supprime définitivement.`
      : `Uniquement sur cet appareil : ${unsent}. La déconnexion les supprime définitivement.`;
  },
  logOutAnyway: "Supprimer et se déconnecter",
};

export const scheduled: Translation<typeof scheduledWords> = {
  none: "Aucun message programmé",
  noneText: "Écrivez un message, puis choisissez l’heure dans le menu à côté d’Envoyer.",
  change: "Reprogrammer",
  sendNow: "Envoyer maintenant",
  deleted: "Message programmé supprimé",
  failed: "L’envoi n’a pas pu se faire à temps. Reprogrammez-le ou envoyez-le maintenant.",
};

export const reminders: Translation<typeof remindersWords> = {
  none: "Aucun rappel",
  noneText: "Choisissez « Me le rappeler » dans le menu d’un message.",
  goTo: "Aller au message",
  deleteTitle: "Supprimer ce rappel ?",
  failed: "L’envoi n’a pas pu se faire à temps.",
};
