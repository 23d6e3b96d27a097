import type { Translation } from "../catalog.ts";
import type { draftsWords, remindersWords, scheduledWords } from "../drafts-and-scheduled.ts";
import { listed, plural } from "../format.ts";

export const drafts: Translation<typeof draftsWords> = {
  none: "Keine Entwürfe",
  noneText: "Was du schreibst, bleibt hier, bis du es sendest.",
  nobody: "Noch an niemanden",
  nowhere: "Noch kein Kanal",
  resume: "Weiterschreiben",
  deleted: "Entwurf gelöscht",
  deleteAll: "Alle Entwürfe löschen",
  deleteAllText: "Das lässt sich nicht rückgängig machen.",
  logOutTitle: "Abmelden und Geschriebenes verlieren?",
  logOutText: (messages, drafts) =>
    `Nur dieses Gerät hat ${listed([
      ...(messages > 0
        ? [
            plural(messages, {
              one: "# Nachricht, die noch nicht gesendet ist",
              other: "# Nachrichten, die noch nicht gesendet sind",
            }),
          ]
        : []),
      ...(drafts > 0 ? [plural(drafts, { one: "# Entwurf", other: "# Entwürfe" })] : []),
    ])}. Beim Abmelden wird das endgültig gelöscht.`,
  logOutAnyway: "Löschen und abmelden",
};

export const scheduled: Translation<typeof scheduledWords> = {
  none: "Nichts geplant",
  noneText: "Schreib eine Nachricht und wähle neben „Senden“, wann sie gesendet wird.",
  change: "Zeit ändern",
  sendNow: "Jetzt senden",
  deleted: "Geplante Nachricht gelöscht",
  failed: "Sie konnte nicht rechtzeitig gesendet werden. Wähle eine andere Zeit oder sende sie jetzt.",
};

export const reminders: Translation<typeof remindersWords> = {
  none: "Keine Erinnerungen",
  noneText: "Im Menü einer Nachricht kannst du dich später an sie erinnern lassen.",
  goTo: "Zur Nachricht",
  deleteTitle: "Diese Erinnerung löschen?",
  failed: "Sie konnte nicht rechtzeitig zugestellt werden.",
};
