import type { Translation } from "../catalog.ts";
import type { noticeWords } from "../notifications.ts";

export const notifications: Translation<typeof noticeWords> = {
  newDirect: "Neue Direktnachricht",
  offer: "Soll dich Parley auf Direktnachrichten und Erwähnungen hinweisen, während du anderswo bist?",
  turnOn: "Einschalten",
  notNow: "Jetzt nicht",
  blocked: "Der Browser verbietet dieser Seite Hinweise. In seinen Einstellungen lässt sich das ändern.",
};
