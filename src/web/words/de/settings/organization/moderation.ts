import type { Translation } from "../../../catalog.ts";
import type { moderationWords } from "../../../settings/organization/moderation.ts";

export const moderation: Translation<typeof moderationWords> = {
  rows: { moderation_request_channel_id: "Kanal für Meldungen" },
  reports: "Meldungen",
  lead: "Alle können eine Nachricht über ihr Menü melden. Die Meldung geht mit Nachricht und Grund in einen Kanal.",
  channelHint: "Ein privater Kanal derer, die moderieren.",
  noChannel: "Kein Kanal",
  off: "Solange es keinen Kanal dafür gibt, kann niemand Nachrichten melden.",
  reported: "Was gemeldet wurde",
  reportedHint: "Meldungen über eine Person stehen in einem Thema. Erledige es, wenn es erledigt ist.",
  none: "Es wurde noch nichts gemeldet.",
};
