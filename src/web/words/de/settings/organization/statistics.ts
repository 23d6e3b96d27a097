import type { Translation } from "../../../catalog.ts";
import { number, plural } from "../../../format.ts";
import type { statisticsWords } from "../../../settings/organization/statistics.ts";
import { utcDay, utcDays } from "../../../time.ts";

const people = (count: number) => plural(count, { one: "# Person", other: "# Personen" });

export const statistics: Translation<typeof statisticsWords> = {
  rows: { period: "Zeitraum" },
  periods: { 30: "30 Tage", 90: "90 Tage", 365: "1 Jahr", 731: "2 Jahre" },
  counting: "Ältere Nachrichten werden noch gezählt. Sieh später wieder nach.",
  people: "Personen",
  peopleDetail: (guests: number, bots: number) =>
    `davon ${plural(guests, { one: "# Gast", other: "# Gäste" })}; dazu ${plural(bots, { one: "# Bot", other: "# Bots" })}`,
  activeToday: "Heute aktiv",
  activeDetail: (week: number, month: number) => `${number(week)} in 7 Tagen, ${number(month)} in 30`,
  channels: "Kanäle",
  channelsDetail: (closed: number, archived: number) =>
    `davon ${number(closed)} privat; ${number(archived)} archiviert`,
  sent: "Gesendete Nachrichten (insgesamt)",
  files: "Hochgeladene Dateien",
  database: "Datenbank",
  active: "Aktive Personen",
  activeHint: "Personen, die den Client benutzt oder eine Nachricht gesendet haben. Tage sind in UTC.",
  highest: "Balken für mehrere Tage zeigen den höchsten.",
  within: "Innerhalb von",
  withins: { day: "1 Tag", week: "7 Tage", month: "30 Tage" },
  activeChart: (within: string, most: number) => `Aktive Personen innerhalb von: ${within}. Höchstens ${people(most)}.`,
  messages: "Nachrichten",
  messagesHint: (all: number, byBots: number) =>
    `${plural(all, { one: "# Nachricht", other: "# Nachrichten" })} in diesem Zeitraum, davon ${number(byBots)} von Bots.`,
  messagesChart: (all: number) => `Nachrichten nach Tag und Art: insgesamt ${number(all)}.`,
  kinds: {
    public_channels: "Öffentliche Kanäle",
    private_channels: "Private Kanäle",
    direct: "Direktnachrichten",
    group_direct: "Direktnachrichten in Gruppen",
  },
  byBots: "Von Bots",
  table: "Als Tabelle zeigen",
  date: "Tag",
  day: utcDay,
  days: utcDays,
};
