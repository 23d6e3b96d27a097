import type { Translation } from "../catalog.ts";
import type { noticeWords } from "../notifications.ts";

export const notifications: Translation<typeof noticeWords> = {
  newDirect: "Neue Direktnachricht",
  offer: "Benachrichtigungen bei Direktnachrichten und Erwähnungen erhalten?",
  turnOn: "Einschalten",
  notNow: "Jetzt nicht",
  newVersion: "Eine neue Version von Parley ist verfügbar.",
  offlineSince: "Offline. Nachrichten werden gesendet, sobald du wieder verbunden bist. Zuletzt verbunden",
  noAnswerSince:
    "Der Server antwortet nicht. Nachrichten werden gesendet, sobald er wieder antwortet. Zuletzt verbunden",
  barred:
    "Deine Organisation lässt dieses Netzwerk nicht zu. Verbinde dich mit einem zugelassenen, etwa dem Büronetz oder VPN.",
  barredKept: "Was du schreibst, bleibt erhalten und wird dann gesendet.",
};
