import { PLAN_DOLLARS, prices } from "./prices.ts";
import type { Recorded } from "./recorded.ts";
import { type Usage, usageOfDay, usageOfVoiceRoom } from "./usage.ts";
import { transports, voiceRoom, WORKING_DAYS_A_MONTH } from "./working-day.ts";

const TEAMS = [10, 30, 50, 500, 5000];
/** Shown with streams only: an object can't answer 17,000 polls a second. */
const CITY = 50_000;
const billed = Object.keys(prices) as (keyof Usage)[];

/** Returns the monthly cost, in dollars, of working days with this usage on the paid plan. */
export const dollarsOf = (day: Usage): number =>
  billed.reduce((sum, name) => {
    const { included, million } = prices[name];
    return sum + (Math.max(0, day[name] * WORKING_DAYS_A_MONTH - included) / 1e6) * million;
  }, PLAN_DOLLARS);

/**
 * Returns the name of the free plan's daily limit that a day's usage comes closest to, and the share of it that is
 * used.
 */
export function tightest(day: Usage): { readonly share: number; readonly words: string } {
  const shares = billed.map((name) => ({ share: day[name] / prices[name].freeEachDay, words: prices[name].words }));
  return shares.reduce((most, one) => (one.share > most.share ? one : most));
}

const HEAD = ["people", "clients", "requests a day", "calls of objects", "rows written", "free plan", "paid, a month"];

/** Returns a Markdown table of the cost per team size. */
export const billTable = (recorded: Recorded): string =>
  markdown([
    HEAD,
    HEAD.map(() => "---"),
    ...TEAMS.flatMap((people) =>
      transports.map((transport) => rowOf(people, `by ${transport}`, usageOfDay(recorded, people, transport))),
    ),
    rowOf(CITY, "by streams", usageOfDay(recorded, CITY, "streams")),
    rowOf(voiceRoom.people, "in a voice room, more", usageOfVoiceRoom(recorded)),
  ]);

function rowOf(people: number, clients: string, day: Usage): string[] {
  const { requests, object_requests, rows_written, d1_rows_written } = day;
  const counted = [requests, object_requests, rows_written + d1_rows_written].map(rounded);
  return [people.toLocaleString("en"), clients, ...counted, freeText(day), `$${dollarsOf(day).toFixed(2)}`];
}

function freeText(day: Usage): string {
  const { share, words } = tightest(day);
  if (share <= 1) return `fits: ${Math.round(share * 100)} % of its ${words}`;
  const times = share < 10 ? Math.ceil(share * 10) / 10 : Math.ceil(share);
  return `too small: ${times} times its ${words}`;
}

/** Rounds to two significant digits, because the assumptions are no more precise. */
const rounded = (count: number): string => Number(count.toPrecision(2)).toLocaleString("en");

const markdown = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `| ${cells.join(" | ")} |`.replaceAll("| --- ", "|---").replace("|--- |", "|---|")).join("\n");
