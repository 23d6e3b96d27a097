import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { preferencesWords, savedSnippetsWords, uploadedFilesWords } from "../../../settings/own/preferences.ts";

export const preferences: Translation<typeof preferencesWords> = {
  rows: {
    theme: "Aussehen",
    density: "Dichte",
    letterKeys: "Einzelne Buchstaben sind Tasten für Befehle",
    default_language: "Sprache",
    timezone: "Zeitzone",
    twenty_four_hour_time: "24-Stunden-Uhr",
    web_home_view: "Öffnen mit",
    web_channel_default_view: "Kanäle öffnen als",
    web_mark_read_on_scroll_policy: "Was ich sehe, gilt als gelesen",
    web_font_size_px: "Schriftgröße",
    web_line_height_percent: "Zeilenabstand",
    fluid_layout_width: "Nachrichten so breit wie das Fenster",
    emojiset: "Emoji",
    web_animate_image_previews: "Bewegte Bilder bewegen sich",
    display_emoji_reaction_users: "Namen derer, die reagiert haben",
    receives_typing_notifications: "Mir zeigen, wer gerade schreibt",
    web_escape_navigates_to_home_view: "Escape führt zum Anfang",
    enter_sends: "Eingabe schickt die Nachricht ab",
    web_navigate_to_sent_message: "Dorthin gehen, wohin ich geschrieben habe",
    translate_emoticons: "Emoticons in Emoji verwandeln",
    enable_drafts_synchronization: "Entwürfe auf allen meinen Geräten",
    web_left_sidebar_show_channel_folders: "Kanäle in Ordnern",
    demote_inactive_streams: "Stille Kanäle absetzen",
    starred_message_counts: "Anzahl der markierten Nachrichten",
    desktop_icon_count_display: "Zahl im Titel und am Symbol",
  },
  hints: {
    timezone: "Andere sehen, wie spät es bei dir ist.",
    web_mark_read_on_scroll_policy: "Du kannst Nachrichten immer selbst als gelesen oder ungelesen markieren.",
    display_emoji_reaction_users: "Wo es wenige sind, sonst ihre Anzahl.",
    enter_sends: "Sonst beginnt sie eine Zeile, und Strg+Eingabe schickt ab.",
    translate_emoticons: "Zum Beispiel :) und <3, beim Abschicken.",
    demote_inactive_streams: "Wo lange nichts geschrieben wurde.",
  },
  options: {
    web_home_view: { inbox: "Eingang", recent_topics: "Letzte Unterhaltungen", all_messages: "Alle Nachrichten" },
    web_channel_default_view: { 2: "Alle Nachrichten hintereinander", 3: "Liste der Themen" },
    web_mark_read_on_scroll_policy: { 1: "Immer", 2: "Nur in einer Unterhaltung", 3: "Nie" },
    web_font_size_px: {
      12: "Am kleinsten",
      13: "Kleiner",
      14: "Klein",
      15: "Etwas kleiner",
      16: "Normal",
      17: "Etwas größer",
      18: "Groß",
      19: "Größer",
      20: "Am größten",
    },
    web_line_height_percent: {
      120: "Am engsten",
      130: "Eng",
      140: "Normal",
      150: "Weit",
      160: "Weiter",
      180: "Am weitesten",
    },
    emojiset: { google: "Als Bilder", text: "Als Namen" },
    web_animate_image_previews: { always: "Immer", on_hover: "Solange ich auf sie zeige", never: "Nie" },
    demote_inactive_streams: { 1: "Wenn es viele Kanäle sind", 2: "Immer", 3: "Nie" },
    desktop_icon_count_display: {
      1: "Alle ungelesenen Nachrichten",
      2: "Direktnachrichten, Erwähnungen und Themen, denen ich folge",
      3: "Direktnachrichten und Erwähnungen",
      4: "Keine",
    },
  },
  device: "Auf diesem Gerät",
  deviceHint: "Das merkt sich dieser Browser, nicht dein Konto.",
  place: "Sprache und Zeit",
  reading: "Lesen",
  writing: "Schreiben",
  sidebar: "Seitenleiste",
  themes: { system: "Wie das System", light: "Hell", dark: "Dunkel" },
  densities: { comfortable: "Bequem", compact: "Dicht" },
  letterKeysHint: "Schalte das aus, wenn du diktierst oder versehentlich Tasten drückst.",
  languageHint: "Die Seite wird neu geladen.",
  noTimezone: "Keine Angabe",
};

export const savedSnippets: Translation<typeof savedSnippetsWords> = {
  rows: {
    add: "Neuer Text",
  },
  hint: "Texte, die du oft schreibst: Strg+' setzt einen ein.",
  removed: (title) => `„${title}“ ist gelöscht.`,
};

export const uploadedFiles: Translation<typeof uploadedFilesWords> = {
  rows: { search: "Dateien suchen", order: "Reihenfolge" },
  none: "Keine Dateien",
  noneText: "Was du an Nachrichten hängst, steht hier, mit den Nachrichten, in denen es vorkommt.",
  nothingFound: "Keine Datei heißt so.",
  sum: (count: number, size: string) => `${plural(count, { one: "# Datei", other: "# Dateien" })}, zusammen ${size}`,
  space: "Platz für Dateien der Organisation",
  ofQuota: (used: string, quota: string) => `Alle Dateien der Organisation brauchen ${used} von ${quota}.`,
  orders: {
    newest: "Neueste zuerst",
    oldest: "Älteste zuerst",
    largest: "Größte zuerst",
    smallest: "Kleinste zuerst",
    name: "Nach Namen",
  },
  inNone: "in keiner Nachricht",
  inMessages: (count: number) => plural(count, { one: "in 1 Nachricht", other: "in # Nachrichten" }),
  remove: (name: string) => `${name} löschen`,
  removeAsk: (name: string) => `${name} löschen?`,
  removeText: (count: number) =>
    count === 0
      ? "Nichts bringt sie zurück."
      : plural(count, {
          one: "Der Link in der Nachricht, in der sie vorkommt, führt dann ins Leere. Nichts bringt sie zurück.",
          other:
            "Die Links in den # Nachrichten, in denen sie vorkommt, führen dann ins Leere. Nichts bringt sie zurück.",
        }),
  removed: (name: string) => `${name} ist gelöscht`,
};
