import type { Translation } from "../catalog.ts";
import type { noticeWords } from "../notifications.ts";

export const notifications: Translation<typeof noticeWords> = {
  newDirect: "Neue Direktnachricht",
  offer: "Benachrichtigungen bei Direktnachrichten und Erwähnungen erhalten?",
  turnOn: "Einschalten",
  notNow: "Jetzt nicht",
  blocked:
    "Dein Browser blockiert Benachrichtigungen dieser Website. Erlaube sie in seinen Einstellungen für die Website.",
};
