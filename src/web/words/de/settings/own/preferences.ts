import type { Translation } from "../../../catalog.ts";
import { plural } from "../../../format.ts";
import type { preferencesWords, savedSnippetsWords, uploadedFilesWords } from "../../../settings/own/preferences.ts";

export const preferences: Translation<typeof preferencesWords> = {
  rows: {
    theme: "Design",
    density: "Dichte",
    letterKeys: "Kürzel mit nur einer Taste",
    default_language: "Sprache",
    timezone: "Zeitzone",
    twenty_four_hour_time: "Zeitformat",
    web_home_view: "Startansicht",
    web_channel_default_view: "Kanäle öffnen mit",
    web_mark_read_on_scroll_policy: "Nachrichten beim Scrollen als gelesen markieren",
    web_font_size_px: "Schriftgröße",
    web_line_height_percent: "Zeilenabstand",
    fluid_layout_width: "Ganze Breite des Fensters nutzen",
    emojiset: "Emoji",
    web_animate_image_previews: "Animierte Bilder abspielen",
    display_emoji_reaction_users: "Namen an Reaktionen zeigen",
    receives_typing_notifications: "Zeigen, wenn andere schreiben",
    web_escape_navigates_to_home_view: "Esc öffnet die Startansicht",
    enter_sends: "Enter sendet die Nachricht",
    web_navigate_to_sent_message: "Nach dem Senden zur Unterhaltung gehen",
    translate_emoticons: "Emoticons in Emoji umwandeln",
    enable_drafts_synchronization: "Entwürfe auf allen Geräten synchronisieren",
    web_left_sidebar_show_channel_folders: "Kanäle nach Ordnern gruppieren",
    demote_inactive_streams: "Inaktive Kanäle gesondert zeigen",
    starred_message_counts: "Anzahl der markierten Nachrichten zeigen",
    desktop_icon_count_display: "Zähler für Ungelesenes im Titel und am Symbol",
  },
  clocks: { language: "Wie in der Sprache üblich", h12: "12-Stunden-Uhr", h23: "24-Stunden-Uhr" },
  hints: {
    timezone: "Andere können deine Ortszeit sehen.",
    web_mark_read_on_scroll_policy: "Du kannst Nachrichten immer selbst als gelesen oder ungelesen markieren.",
    display_emoji_reaction_users: "Wenn nur wenige reagiert haben, sonst die Anzahl.",
    enter_sends: "Ausgeschaltet beginnt Enter eine neue Zeile, und Strg+Enter sendet.",
    translate_emoticons: "Zum Beispiel :) und <3, beim Senden.",
    demote_inactive_streams: "Kanäle ohne neuere Nachrichten.",
  },
  options: {
    web_home_view: { inbox: "Eingang", recent_topics: "Letzte Unterhaltungen", all_messages: "Alle Nachrichten" },
    web_channel_default_view: { 2: "Kanal-Feed", 3: "Liste der Themen" },
    web_mark_read_on_scroll_policy: { 1: "Immer", 2: "Nur in Unterhaltungen", 3: "Nie" },
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
    emojiset: { google: "Bilder", text: "Namen" },
    web_animate_image_previews: { always: "Immer", on_hover: "Beim Darüberfahren", never: "Nie" },
    demote_inactive_streams: { 1: "Wenn es viele Kanäle sind", 2: "Immer", 3: "Nie" },
    desktop_icon_count_display: {
      1: "Alle ungelesenen Nachrichten",
      2: "Direktnachrichten, Erwähnungen und Themen, denen ich folge",
      3: "Direktnachrichten und Erwähnungen",
      4: "Keine",
    },
  },
  device: "Auf diesem Gerät",
  deviceHint: "Nur in diesem Browser gespeichert.",
  place: "Sprache und Zeit",
  reading: "Lesen",
  writing: "Schreiben",
  sidebar: "Seitenleiste",
  themes: { system: "Systemeinstellung", light: "Hell", dark: "Dunkel" },
  densities: { comfortable: "Bequem", compact: "Kompakt" },
  letterKeysHint: "Schalte das aus, wenn du diktierst oder versehentlich Tasten drückst.",
  languageHint: "Die Seite wird neu geladen.",
  noTimezone: "Keine Angabe",
};

export const savedSnippets: Translation<typeof savedSnippetsWords> = {
  rows: {
    add: "Neuer Textbaustein",
  },
  hint: "Texte, die du oft sendest. Strg+' fügt einen ein.",
  removed: (title) => `„${title}“ gelöscht`,
};

export const uploadedFiles: Translation<typeof uploadedFilesWords> = {
  rows: { search: "Dateien suchen", order: "Reihenfolge" },
  none: "Keine Dateien",
  noneText: "Hier siehst du Dateien, die du geteilt hast, mit den Nachrichten, in denen sie vorkommen.",
  nothingFound: "Keine passende Datei",
  sum: (count: number, size: string) => `${plural(count, { one: "# Datei", other: "# Dateien" })}, insgesamt ${size}`,
  space: "Speicher der Organisation",
  ofQuota: (used: string, quota: string) => `Die Dateien deiner Organisation belegen ${used} von ${quota}.`,
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
      ? "Die Datei lässt sich nicht wiederherstellen."
      : plural(count, {
          one: "Der Link in 1 Nachricht funktioniert dann nicht mehr. Die Datei lässt sich nicht wiederherstellen.",
          other:
            "Die Links in # Nachrichten funktionieren dann nicht mehr. Die Datei lässt sich nicht wiederherstellen.",
        }),
  removed: (name: string) => `${name} gelöscht`,
};
