import { catalog } from "../../catalog.ts";
import { number, plural } from "../../format.ts";
import { utcDay, utcDays } from "../../time.ts";

const people = (count: number) => plural(count, { one: "# person", other: "# people" });

export const statisticsWords = catalog("statistics", {
  rows: { period: "Period" },
  periods: { 30: "30 days", 90: "90 days", 365: "1 year", 731: "2 years" },
  counting: "Earlier messages are still being counted. Check again later.",
  people: "People",
  peopleDetail: (guests: number, bots: number) =>
    `including ${plural(guests, { one: "# guest", other: "# guests" })}; plus ${plural(bots, { one: "# bot", other: "# bots" })}`,
  activeToday: "Active today",
  activeDetail: (week: number, month: number) => `${number(week)} in 7 days, ${number(month)} in 30`,
  channels: "Channels",
  channelsDetail: (closed: number, archived: number) =>
    `including ${number(closed)} private; plus ${number(archived)} archived`,
  sent: "Messages sent (all time)",
  files: "Uploaded files",
  database: "Database",
  active: "Active people",
  activeHint: "People who used the client or sent a message. Days are in UTC.",
  highest: "Bars for several days show the highest day.",
  within: "Within",
  withins: { day: "1 day", week: "7 days", month: "30 days" },
  activeChart: (within: string, most: number) => `Active people within: ${within}. At most ${people(most)}.`,
  messages: "Messages",
  messagesHint: (all: number, byBots: number) =>
    `${plural(all, { one: "# message", other: "# messages" })} in this period, ${number(byBots)} of them by bots.`,
  messagesChart: (all: number) => `Messages by day and type: ${number(all)} in total.`,
  kinds: {
    public_channels: "Public channels",
    private_channels: "Private channels",
    direct: "Direct messages",
    group_direct: "Group direct messages",
  },
  byBots: "By bots",
  table: "Show as a table",
  date: "Day",
  day: utcDay,
  days: utcDays,
});
