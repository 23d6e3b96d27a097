import type { appWords, errorsWords, partsWords } from "../app.ts";
import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";

export const app: Translation<typeof appWords> = {
  loading: "Chargement…",
  retry: "Réessayer",
  back: "Retour",
  close: "Fermer",
  cancel: "Annuler",
  save: "Enregistrer",
  done: "Terminé",
  undo: "Annuler l’action",
  more: "Plus",
  copy: "Copier",
  copied: "Copié",
  delete: "Supprimer",
  edit: "Modifier",
  skip: "Aller au contenu principal",
  details: "Détails",
  partMissing: "Impossible de charger cette page",
  partMissingReason: "Vous êtes peut-être hors ligne, ou le serveur a été mis à jour.",
  reload: "Recharger la page",
};

export const errors: Translation<typeof errorsWords> = {
  unreachable: "Le serveur est injoignable. Rien n’est perdu. Réessayez dans un instant.",
  unknown: "Une erreur est survenue. Rien n’est perdu. Réessayez.",
};

export const parts: Translation<typeof partsWords> = {
  justNow: "à l’instant",
  dayAndTime: (day, time) => `${day}, ${time}`,
  unread: (count) => plural(count, { one: "# non lu", other: "# non lus" }),
  mentioned: (count) =>
    plural(count, { one: "# non lu, vous êtes mentionné", other: "# non lus, vous êtes mentionné" }),
  presence: { active: "en ligne", idle: "absent", offline: "hors ligne", bot: "bot" },
  overlays: "Menus et fiches",
  keyCaps: {
    control: "Ctrl",
    alt: "Alt",
    shift: "Maj",
    Escape: "Échap",
    Enter: "Entrée",
    Space: "Espace",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    PageUp: "Pg préc",
    PageDown: "Pg suiv",
    Home: "Début",
    End: "Fin",
  },
};
