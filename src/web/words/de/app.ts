import type { appWords, errorsWords, partsWords } from "../app.ts";
import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";

export const app: Translation<typeof appWords> = {
  loading: "Wird geladen …",
  retry: "Erneut versuchen",
  back: "Zurück",
  close: "Schließen",
  cancel: "Abbrechen",
  save: "Speichern",
  done: "Fertig",
  undo: "Rückgängig",
  more: "Mehr",
  copy: "Kopieren",
  copied: "Kopiert",
  delete: "Löschen",
  edit: "Bearbeiten",
  skip: "Zum Hauptinhalt springen",
  details: "Details",
  partMissing: "Diese Seite konnte nicht geladen werden",
  partMissingReason: "Du bist offline, oder der Server wurde aktualisiert.",
  reload: "Seite neu laden",
};

export const errors: Translation<typeof errorsWords> = {
  unreachable: "Der Server ist nicht erreichbar. Nichts ist verloren. Versuche es gleich noch einmal.",
  unknown: "Etwas ist schiefgegangen. Nichts ist verloren. Versuche es noch einmal.",
};

export const parts: Translation<typeof partsWords> = {
  justNow: "gerade eben",
  dayAndTime: (day, time) => `${day}, ${time}`,
  unread: (count) => plural(count, { one: "# ungelesen", other: "# ungelesen" }),
  mentioned: (count) => plural(count, { other: "# ungelesen, du wurdest erwähnt" }),
  presence: { active: "aktiv", idle: "abwesend", offline: "offline", bot: "Bot" },
  overlays: "Menüs und Karten",
  keyCaps: {
    control: "Strg",
    alt: "Alt",
    shift: "Umschalt",
    Escape: "Esc",
    Enter: "Enter",
    Space: "Leertaste",
    ArrowUp: "↑",
    ArrowDown: "↓",
    ArrowLeft: "←",
    ArrowRight: "→",
    PageUp: "Bild auf",
    PageDown: "Bild ab",
    Home: "Pos1",
    End: "Ende",
  },
};
