import type { Words } from "../en.ts";

export const app: Words["app"] = {
  name: "Parley",
  loading: "Wird geladen …",
  offline: "Offline",
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
};
