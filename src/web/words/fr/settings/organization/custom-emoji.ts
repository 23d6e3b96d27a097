import type { Translation } from "../../../catalog.ts";
import type { customEmojiWords } from "../../../settings/organization/custom-emoji.ts";

export const customEmoji: Translation<typeof customEmojiWords> = {
  rows: { emoji: "Emojis personnalisés", upload: "Ajouter un emoji" },
  title: "Emojis personnalisés",
  hint: "Tout le monde peut les utiliser dans les messages et comme réactions.",
  add: "Ajouter un emoji",
  mayNot: "Vous n’avez pas le droit d’ajouter des emojis.",
  picture: "Choisir une image…",
  another: "Choisir une autre image…",
  pictureHint: (mib) =>
    `PNG, GIF, JPEG ou WebP, animé ou non, jusqu’à ${mib} Mo. L’image est réduite à un petit carré.`,
  tooLarge: (mib) => `Ce fichier dépasse ${mib} Mo.`,
  name: "Nom",
  preview: "Aperçu",
  previewText: (name) => `:${name}: ressemble à ceci dans un message`,
  problems: {
    letters: "Utilisez seulement des minuscules de a à z, des chiffres, des tirets et des tirets bas.",
    end: "Le nom doit se terminer par une lettre ou un chiffre.",
    taken: "Un emoji porte déjà ce nom.",
    builtIn: "C’est le nom d’un emoji intégré. Seule l’administration peut le remplacer.",
    long: "Un nom peut compter jusqu’à 100 caractères.",
  },
  replaces: "C’est le nom d’un emoji intégré. Le vôtre le remplacera.",
  added: (name) => `:${name}: a été ajouté`,
  filter: "Trouver un emoji",
  none: "Aucun emoji personnalisé pour le moment",
  noneFound: "Aucun emoji correspondant",
  by: (name) => `par ${name}`,
  animated: "animé",
  remove: (name) => `Désactiver ${name}`,
  removeTitle: (name) => `Désactiver :${name}: ?`,
  removeText: "Plus personne ne pourra l’utiliser. Les messages et réactions existants le gardent. C’est irréversible.",
  removeAction: "Désactiver l’emoji",
  removed: (name) => `:${name}: a été désactivé`,
};
