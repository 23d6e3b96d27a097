import type { Translation } from "../catalog.ts";
import type { draftsWords, remindersWords, scheduledWords } from "../drafts-and-scheduled.ts";
import { listed, plural } from "../format.ts";

export const drafts: Translation<typeof draftsWords> = {
  none: "Keine Entwürfe",
  noneText: "Hier werden Nachrichten aufbewahrt, die du noch nicht gesendet hast.",
  nobody: "Kein Empfänger",
  nowhere: "Kein Kanal",
  resume: "Weiterschreiben",
  deleted: "Entwurf gelöscht",
  deleteAll: "Alle Entwürfe löschen",
  deleteAllText: "Das lässt sich nicht rückgängig machen.",
  logOutTitle: "Abmelden und nicht gesendete Nachrichten löschen?",
  logOutText: (messages, drafts) => {
    const unsent = listed([
      ...(messages > 0
        ? [plural(messages, { one: "# nicht gesendete Nachricht", other: "# nicht gesendete Nachrichten" })]
        : []),
      ...(drafts > 0 ? [plural(drafts, { one: "# Entwurf", other: "# Entwürfe" })] : []),
    ]);
    return `${unsent} ${messages + drafts === 1 ? "ist" : "sind"} nur auf diesem Gerät gespeichert. Beim Abmelden wird das endgültig gelöscht.`;
  },
  logOutAnyway: "Löschen und abmelden",
};

export const scheduled: Translation<typeof scheduledWords> = {
  none: "Keine geplanten Nachrichten",
  noneText: "Schreibe eine Nachricht und wähle im Menü neben „Senden“ eine Zeit.",
  change: "Verschieben",
  sendNow: "Jetzt senden",
  deleted: "Geplante Nachricht gelöscht",
  failed: "Die Nachricht konnte nicht rechtzeitig gesendet werden. Wähle eine andere Zeit, oder sende sie jetzt.",
};

export const reminders: Translation<typeof remindersWords> = {
  none: "Keine Erinnerungen",
  noneText: "Wähle „Erinnere mich“ im Menü einer Nachricht.",
  goTo: "Zur Nachricht",
  deleteTitle: "Diese Erinnerung löschen?",
  failed: "Diese Erinnerung konnte nicht rechtzeitig gesendet werden.",
};
