import type { Translation } from "../../../catalog.ts";
import type { erasureWords } from "../../../settings/organization/erasure.ts";

export const erasure: Translation<typeof erasureWords> = {
  rows: {
    erase: "Konto löschen",
  },
  menu: "Löschen …",
  title: (name) => `${name} löschen?`,
  messages: "Nachrichten",
  keep: "Behalten",
  keepHint: "Als Absender steht dort „Deleted user“ mit einer Nummer.",
  remove: "Löschen",
  removeHint: "Für alle, mit Dateien, Reaktionen und Stimmen.",
  consequences: [
    "Name, E-Mail-Adresse, Bild, Profil, Einstellungen und Anmeldungen werden gelöscht, auch die der Bots.",
    "Erwähnungen in Nachrichten anderer zeigen den Namen nicht mehr.",
  ],
  deactivatesNow: "Das Konto wird sofort deaktiviert.",
  begins: (when) => `Endgültig gelöscht wird es am ${when}. Bis dahin kannst du das hier rückgängig machen.`,
  action: "Konto löschen",
  ordered: (name, when) => `${name} wird am ${when} gelöscht`,
  waiting: "Zu löschende Konten",
  requested: (when) => `Beantragt am ${when}`,
  due: (when) => `Wird am ${when} gelöscht`,
  withMessages: "mit Nachrichten",
  accept: "Annehmen …",
  refuse: "Ablehnen",
  undo: "Rückgängig",
  refused: (name) => `Löschen von ${name} abgelehnt`,
  undone: (name) => `${name} wird nicht gelöscht`,
  ownHint: "Die Besitzer entscheiden darüber. Gelöscht wird 14 Tage später; bis dahin können sie es rückgängig machen.",
  ask: "Löschen beantragen …",
  askTitle: "Löschen deines Kontos beantragen?",
  askAction: "Antrag senden",
  askConsequences: [
    "Dein Name, deine E-Mail-Adresse, Bild, Profil, Einstellungen und Anmeldungen werden gelöscht, auch die deiner Bots.",
    "Nimmt ein Besitzer an, wirst du überall abgemeldet.",
  ],
  asked: (when) => `Du hast das am ${when} beantragt. Ein Besitzer muss es annehmen.`,
  withdraw: "Antrag zurückziehen",
};
