import type { appWords } from "../app.ts";
import type { Translation } from "../catalog.ts";

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
