import type { appWords, errorsWords, partsWords } from "../app.ts";
import type { Translation } from "../catalog.ts";
import { plural } from "../format.ts";

export const app: Translation<typeof appWords> = {
  name: "Parley",
  loading: "Wird geladen …",
  retry: "Noch einmal versuchen",
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
  skip: "Zur Unterhaltung springen",
  details: "Einzelheiten",
  partMissing: "Dieser Teil konnte nicht geladen werden",
  partMissingReason: "Es fehlt das Netz, oder auf dem Server läuft ein neueres Parley.",
  reload: "Seite neu laden",
  offlineSince: "Offline. Was du schreibst, bleibt erhalten und geht später hinaus. Zuletzt verbunden",
  newVersion: "Ein neueres Parley ist bereit.",
};

export const errors: Translation<typeof errorsWords> = {
  unreachable: "Der Server ist nicht zu erreichen. Nichts ist verloren: Versuch es gleich noch einmal.",
  unknown: "Etwas ist schiefgegangen. Nichts ist verloren: Versuch es noch einmal.",
};

export const parts: Translation<typeof partsWords> = {
  justNow: "gerade eben",
  dayAndTime: (day, time) => `${day}, ${time}`,
  unread: (count) => plural(count, { one: "# ungelesen", other: "# ungelesen" }),
  mentioned: (count) => plural(count, { other: "# ungelesen, du bist erwähnt" }),
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
