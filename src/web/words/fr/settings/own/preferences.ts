import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { preferencesWords, savedSnippetsWords, uploadedFilesWords } from "../../../settings/own/preferences.ts";

export const preferences: Translation<typeof preferencesWords> = {
  rows: {
    theme: "Thème",
    density: "Densité",
    letterKeys: "Raccourcis à une touche",
    default_language: "Langue",
    timezone: "Fuseau horaire",
    twenty_four_hour_time: "Format de l’heure",
    web_home_view: "Vue d’accueil",
    web_channel_default_view: "Les canaux s’ouvrent sur",
    web_mark_read_on_scroll_policy: "Marquer comme lu en faisant défiler",
    web_font_size_px: "Taille du texte",
    web_line_height_percent: "Interligne",
    fluid_layout_width: "Utiliser toute la largeur de la fenêtre",
    emojiset: "Emoji",
    web_animate_image_previews: "Lire les images animées",
    display_emoji_reaction_users: "Afficher les noms sur les réactions",
    receives_typing_notifications: "Afficher quand d’autres écrivent",
    web_escape_navigates_to_home_view: "Échap mène à la vue d’accueil",
    enter_sends: "Entrée envoie le message",
    web_navigate_to_sent_message: "Aller à la conversation après l’envoi",
    translate_emoticons: "Convertir les émoticônes en emojis",
    enable_drafts_synchronization: "Synchroniser les brouillons entre appareils",
    web_left_sidebar_show_channel_folders: "Regrouper les canaux par dossier",
    demote_inactive_streams: "Regrouper à part les canaux inactifs",
    starred_message_counts: "Afficher le nombre de messages favoris",
    desktop_icon_count_display: "Compteur de non lus dans le titre et l’icône",
  },
  clocks: { language: "Selon la langue", h12: "Sur 12 heures", h23: "Sur 24 heures" },
  hints: {
    timezone: "Les autres peuvent voir votre heure locale.",
    web_mark_read_on_scroll_policy: "Vous pouvez toujours les marquer vous-même comme lus ou non lus.",
    display_emoji_reaction_users: "Si peu de personnes ont réagi ; sinon, leur nombre.",
    enter_sends: "Sinon, Entrée ajoute une ligne et Ctrl+Entrée envoie.",
    translate_emoticons: "Comme :) et <3, à l’envoi.",
    demote_inactive_streams: "Canaux sans messages récents.",
  },
  options: {
    web_home_view: {
      inbox: "Boîte de réception",
      recent_topics: "Conversations récentes",
      all_messages: "Flux combiné",
    },
    web_channel_default_view: { 2: "Flux du canal", 3: "Liste des sujets" },
    web_mark_read_on_scroll_policy: { 1: "Toujours", 2: "Dans les conversations seulement", 3: "Jamais" },
    web_font_size_px: {
      12: "La plus petite",
      13: "Plus petite",
      14: "Petite",
      15: "Un peu plus petite",
      16: "Normale",
      17: "Un peu plus grande",
      18: "Grande",
      19: "Plus grande",
      20: "La plus grande",
    },
    web_line_height_percent: {
      120: "Minimal",
      130: "Étroit",
      140: "Normal",
      150: "Large",
      160: "Plus large",
      180: "Maximal",
    },
    emojiset: { google: "Images", text: "Noms" },
    web_animate_image_previews: { always: "Toujours", on_hover: "Au survol", never: "Jamais" },
    demote_inactive_streams: { 1: "Quand il y a beaucoup de canaux", 2: "Toujours", 3: "Jamais" },
    desktop_icon_count_display: {
      1: "Tous les messages non lus",
      2: "Messages directs, mentions et sujets suivis",
      3: "Messages directs et mentions",
      4: "Aucun",
    },
  },
  device: "Sur cet appareil",
  deviceHint: "Enregistré dans ce navigateur seulement.",
  place: "Langue et heure",
  reading: "Lecture",
  writing: "Rédaction",
  sidebar: "Barre latérale",
  themes: { system: "Comme le système", light: "Clair", dark: "Sombre" },
  densities: { comfortable: "Confortable", compact: "Compacte" },
  letterKeysHint: "Désactivez-les si vous dictez ou appuyez sur des touches par accident.",
  languageHint: "La page sera rechargée.",
  noTimezone: "Non défini",
};

export const savedSnippets: Translation<typeof savedSnippetsWords> = {
  rows: {
    add: "Nouvel extrait",
  },
  hint: "Textes que vous envoyez souvent. Insérez-en un avec Ctrl+'.",
  removed: (title) => `« ${title} » supprimé`,
};

export const uploadedFiles: Translation<typeof uploadedFilesWords> = {
  rows: { search: "Rechercher des fichiers", order: "Ordre" },
  none: "Aucun fichier",
  noneText: "Les fichiers que vous partagez sont listés ici, avec les messages où ils figurent.",
  nothingFound: "Aucun fichier correspondant",
  sum: (count, size) => `${plural(count, { one: "# fichier", other: "# fichiers" })}, ${size} au total`,
  space: "Stockage de l’organisation",
  ofQuota: (used, quota) => `Les fichiers de votre organisation occupent ${used} sur ${quota}.`,
  orders: {
    newest: "Du plus récent au plus ancien",
    oldest: "Du plus ancien au plus récent",
    largest: "Du plus gros au plus petit",
    smallest: "Du plus petit au plus gros",
    name: "Par nom",
  },
  inNone: "dans aucun message",
  inMessages: (count) => plural(count, { one: "dans # message", other: "dans # messages" }),
  remove: (name) => `Supprimer ${name}`,
  removeAsk: (name) => `Supprimer ${name} ?`,
  removeText: (count) =>
    count === 0
      ? "Il ne peut pas être restauré."
      : plural(count, {
          one: "Le lien dans # message cessera de fonctionner. Le fichier ne peut pas être restauré.",
          other: "Les liens dans # messages cesseront de fonctionner. Le fichier ne peut pas être restauré.",
        }),
  removed: (name) => `${name} : fichier supprimé`,
};
