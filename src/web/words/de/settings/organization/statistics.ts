import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { statisticsWords } from "../../../settings/organization/statistics.ts";
import { utcDay, utcDays } from "../../../time.ts";

const people = (count: number) => plural(count, { one: "# Person", other: "# Personen" });

export const statistics: Translation<typeof statisticsWords> = {
  rows: { period: "Zeitraum" },
  periods: { 30: "30 Tage", 90: "90 Tage", 365: "Ein Jahr", 731: "Zwei Jahre" },
  counting: "Ältere Nachrichten werden noch gezählt: Sieh in einer Weile wieder nach.",
  people: "Personen",
  peopleDetail: (guests: number, bots: number) =>
    `davon ${plural(guests, { one: "# Gast", other: "# Gäste" })}; dazu ${plural(bots, { one: "# Bot", other: "# Bots" })}`,
  activeToday: "Heute da",
  activeDetail: (week: number, month: number) => `${number(week)} in 7 Tagen, ${number(month)} in 30`,
  channels: "Kanäle",
  channelsDetail: (closed: number, archived: number) =>
    `davon ${number(closed)} privat; ${number(archived)} archiviert`,
  sent: "Nachrichten insgesamt",
  files: "Hochgeladene Dateien",
  database: "Datenbank",
  active: "Wer da war",
  activeHint: "Wer die Anwendung offen hatte und benutzt hat oder eine Nachricht geschickt hat. Tage sind die der UTC.",
  highest: "Balken aus mehreren Tagen zeigen den höchsten.",
  within: "Innerhalb von",
  withins: { day: "Ein Tag", week: "7 Tage", month: "30 Tage" },
  activeChart: (within: string, most: number) => `Wer da war, innerhalb von: ${within}. Höchstens ${people(most)}.`,
  messages: "Nachrichten",
  messagesHint: (all: number, byBots: number) =>
    `${plural(all, { one: "# Nachricht", other: "# Nachrichten" })} in dieser Zeit, davon ${number(byBots)} von Bots.`,
  messagesChart: (all: number) => `Nachrichten nach Tag und Art: zusammen ${number(all)}.`,
  kinds: {
    public_channels: "Öffentliche Kanäle",
    private_channels: "Private Kanäle",
    direct: "Direkt",
    group_direct: "Direkt, in Gruppen",
  },
  byBots: "Von Bots",
  table: "Die Zahlen als Tabelle",
  date: "Tag",
  day: utcDay,
  days: utcDays,
};
