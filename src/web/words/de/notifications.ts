import type { Words } from "../en.ts";

export const notifications: Words["notifications"] = {
  newDirect: "Neue Direktnachricht",
  offer: "Soll dich Parley auf Direktnachrichten und Erwähnungen hinweisen, während du anderswo bist?",
  turnOn: "Einschalten",
  notNow: "Jetzt nicht",
  blocked: "Der Browser verbietet dieser Seite Hinweise. In seinen Einstellungen lässt sich das ändern.",
};
