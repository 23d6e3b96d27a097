import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { messageRetentionWords } from "../../../settings/organization/message-retention.ts";

const days = (count: number) => plural(count, { one: "# Tag", other: "# Tage" });

export const messageRetention: Translation<typeof messageRetentionWords> = {
  rows: {
    message_retention_days: "Nachrichten bleiben",
    channels: "Kanäle, in denen Nachrichten anders bleiben",
  },
  organization: "In der ganzen Organisation",
  organizationHint:
    "Direktnachrichten und alle Kanäle, die nichts Eigenes haben. Was älter ist, wird endgültig gelöscht, mit den Dateien darin.",
  forEver: "Für immer",
  forDays: days,
  otherwise: "Eine andere Zahl von Tagen …",
  inherit: (count) =>
    count === undefined
      ? "So lange wie in der Organisation (für immer)"
      : `So lange wie in der Organisation (${days(count)})`,
  days: "Tage",
  daysWrong: "Eine ganze Zahl von Tagen, mindestens 1.",
  set: "Festlegen",
  shorterTitle: (count) => `Löschen, was älter als ${days(count)} ist?`,
  deletes: (count, isComplete) =>
    isComplete
      ? plural(count, {
          one: "Eine Nachricht ist jetzt schon älter und wird endgültig gelöscht.",
          other: "# Nachrichten sind jetzt schon älter und werden endgültig gelöscht.",
        })
      : `Mehr als ${number(count)} Nachrichten sind jetzt schon älter und werden endgültig gelöscht.`,
  deletesNothing: "So alt ist noch keine Nachricht.",
  laterOn: "Danach verschwindet jede Nachricht, sobald sie so alt ist.",
  whenDeleted: "Es beginnt in einem Tag: bis dahin kannst du es zurücknehmen.",
  shorten: "Ältere Nachrichten löschen",
  channelsHint: "Jeder Kanal kann seine Nachrichten kürzer oder länger behalten.",
  allSame: "Alle Kanäle behalten Nachrichten so lange wie die Organisation.",
  add: "Ein weiterer Kanal …",
  change: (channel) => `Wie lange #${channel} Nachrichten behält`,
};
