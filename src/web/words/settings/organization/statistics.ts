import { catalog } from "../../catalog.ts";
import { number, plural } from "../../format.ts";
import { utcDay, utcDays } from "../../time.ts";

const people = (count: number) => plural(count, { one: "# person", other: "# people" });

export const statisticsWords = catalog("statistics", {
  rows: { period: "Period" },
  periods: { 30: "30 days", 90: "90 days", 365: "A year", 731: "Two years" },
  counting: "Messages from before are still being counted: look again in a while.",
  people: "People",
  peopleDetail: (guests: number, bots: number) =>
    `of them ${plural(guests, { one: "# guest", other: "# guests" })}; and ${plural(bots, { one: "# bot", other: "# bots" })}`,
  activeToday: "Here today",
  activeDetail: (week: number, month: number) => `${number(week)} in 7 days, ${number(month)} in 30`,
  channels: "Channels",
  channelsDetail: (closed: number, archived: number) =>
    `of them ${number(closed)} private; ${number(archived)} archived`,
  sent: "Messages ever sent",
  files: "Uploaded files",
  database: "Database",
  active: "People who were here",
  activeHint: "Who has had the client open and used it, or has sent a message. Days are those of UTC.",
  highest: "Bars of several days show the highest of them.",
  within: "Within",
  withins: { day: "A day", week: "7 days", month: "30 days" },
  activeChart: (within: string, most: number) => `People who were here, within: ${within}. At most ${people(most)}.`,
  messages: "Messages",
  messagesHint: (all: number, byBots: number) =>
    `${plural(all, { one: "# message", other: "# messages" })} in this time, of which bots have sent ${number(byBots)}.`,
  messagesChart: (all: number) => `Messages by day and kind: ${number(all)} together.`,
  kinds: {
    public_channels: "Public channels",
    private_channels: "Private channels",
    direct: "Direct",
    group_direct: "Direct, in groups",
  },
  byBots: "By bots",
  table: "The numbers as a table",
  date: "Day",
  day: utcDay,
  days: utcDays,
});
