import { entryOf } from "../../../util/collections.ts";
import { isCalendarDay } from "../../../util/time.ts";
import { ToolError } from "./caller.ts";

const DAY = /^\d{4}-\d\d-\d\d$/;
const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/;

const UTC = "UTC";
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  return entryOf(formatters, zone, () => madeFor(zone || UTC));
}

/** Creates a formatter for a time zone. Zones unknown to this runtime count as UTC. */
function madeFor(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat("en-GB", {
      ...{ timeZone, hourCycle: "h23", weekday: "short" },
      ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
    });
  } catch {
    return madeFor(UTC);
  }
}

function dateParts(seconds: number, zone: string): Record<string, string> {
  const parts = formatOf(zone).formatToParts(new Date(seconds * 1000));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** Formats a day in a time zone: `2026-11-23`. */
export function dayIn(seconds: number, zone: string): string {
  const { year, month, day } = dateParts(seconds, zone);
  return `${year}-${month}-${day}`;
}

export const weekdayIn = (seconds: number, zone: string): string => dateParts(seconds, zone)["weekday"] ?? "";

/** Formats a time of day: `09:02`. */
export function hourIn(seconds: number, zone: string): string {
  const { hour, minute } = dateParts(seconds, zone);
  return `${hour}:${minute}`;
}

/** Formats a time as users write it: `2026-11-23T09:02`. */
export const timeIn = (seconds: number, zone: string): string => `${dayIn(seconds, zone)}T${hourIn(seconds, zone)}`;

/** The earliest and latest times for which a time zone's offset is computed, in seconds since 1970. */
const [FIRST, LAST] = [-2_000_000_000, 250_000_000_000];

/** Returns a zone's offset from UTC at a time, in seconds. */
function aheadOfUtc(seconds: number, zone: string): number {
  if (seconds < FIRST || seconds > LAST) return 0;
  const { year, month, day, hour, minute, second } = dateParts(seconds, zone);
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) / 1000 - seconds;
}

/** Parses an ISO 8601 time to seconds since 1970. A time without an offset is in the user's zone. */
export function secondsOf(name: string, text: string, zone: string): number {
  const said = text.trim();
  const isLocal = DAY.test(said) || LOCAL.test(said);
  const milliseconds = Date.parse(isLocal ? `${DAY.test(said) ? `${said}T00:00` : said}Z` : said);
  if (Number.isNaN(milliseconds) || !isCalendarDay(said.slice(0, 10))) {
    throw new ToolError(`${name} is no time: write it like 2026-11-23 or 2026-11-23T09:00.`);
  }
  const stated = milliseconds / 1000;
  if (!isLocal) return stated;
  // The zone's offset depends on the time itself, so approximate the time first.
  return stated - aheadOfUtc(stated - aheadOfUtc(stated, zone), zone);
}
