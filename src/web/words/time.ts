import { partsWords } from "./app.ts";
import { cachedFormat, capitalized } from "./format.ts";
import { clockStyle } from "./language/speech.ts";

/** A time in seconds since 1970, or a span in seconds. */
type Seconds = number;

const dates = (options: Intl.DateTimeFormatOptions) =>
  cachedFormat((locale) => new Intl.DateTimeFormat(locale, options));

/** Creates a format with hours, on the account's 12- or 24-hour clock. */
const clocks = (options: Intl.DateTimeFormatOptions) =>
  cachedFormat((locale) => {
    const hourCycle = clockStyle();
    return new Intl.DateTimeFormat(locale, { ...options, ...(hourCycle && { hourCycle }) });
  });

/** Creates a format for the time of day, in the browser's time zone if none is given. */
const clockIn = (timeZone?: string) =>
  cachedFormat((locale) => {
    const hourCycle = clockStyle();
    // The short style of 24-hour languages would pad 12-hour hours with a zero.
    return hourCycle === "h12"
      ? new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit", hourCycle, timeZone })
      : new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone, ...(hourCycle && { hourCycle }) });
  });
const clock = clockIn();
const weekday = dates({ weekday: "long" });
const dayAndMonth = dates({ day: "numeric", month: "short" });
const withYear = dates({ day: "numeric", month: "short", year: "numeric" });
const longDay = dates({ weekday: "long", day: "numeric", month: "long" });
const longDayAndYear = dates({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const full = clocks({ dateStyle: "full", timeStyle: "short" });
const ago = cachedFormat((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "long" }));

const DAY_SECONDS = 86_400;

/** Consecutive day number in the reader's time zone. */
export function dayNumber(at: Seconds): number {
  const date = new Date(at * 1000);
  return Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (DAY_SECONDS * 1000));
}

const yearOf = (at: Seconds) => new Date(at * 1000).getFullYear();
const daysBefore = (at: Seconds, now: Seconds) => dayNumber(now) - dayNumber(at);

/** "today", "yesterday" or "tomorrow" in the reader's language. */
const nearDay = (days: number): string => ago().format(-days, "day");

/** A time such as "14:05". */
export const clockTime = (at: Seconds): string => clock().format(at * 1000);

/** Formats a time briefly for lists: "14:05" today, then "Yesterday", "Monday", "3 Mar", "3 Mar 2025". */
export const shortTime = (at: Seconds, now: Seconds): string => capitalized(shortTimeWithin(at, now));

/** Like `shortTime`, but within a sentence: "14:05" today, then "yesterday", "Monday" (in Spanish "lunes"), "3 Mar". */
export function shortTimeWithin(at: Seconds, now: Seconds): string {
  const days = daysBefore(at, now);
  if (days === 0) return clockTime(at);
  if (days === 1) return nearDay(days);
  if (days > 1 && days < 7) return weekday().format(at * 1000);
  return shortDate(at, now);
}

/** A date without the time, such as "3 Mar" or "3 Mar 2025". */
export const shortDate = (at: Seconds, now: Seconds): string =>
  (yearOf(at) === yearOf(now) ? dayAndMonth() : withYear()).format(at * 1000);

/**
 * Narrow units are only used in English. In other languages, they are inconsistent, such as "5 Min." and "5h" in
 * German, or foreign, as in Japanese.
 */
const unitsIn = (locale: string) => (locale.startsWith("en") ? "narrow" : "short");

const ages = cachedFormat(
  (locale) => (count: number, unit: "minute" | "hour") =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: unitsIn(locale) }).format(count),
);
const justNow = cachedFormat((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: "narrow" }));

/** Below this many hours, an age is shown in hours even if it was yesterday. */
const RECENT_HOURS = 12;

/** Formats an age for lists: "now", "5m", "3h", then "Yesterday", "Monday", "3 Mar". */
export function ageOf(at: Seconds, now: Seconds): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60));
  if (minutes === 0) return justNow().format(0, "second");
  if (minutes < 60) return ages()(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < RECENT_HOURS || daysBefore(at, now) === 0 ? ages()(hours, "hour") : shortTime(at, now);
}

/** A day for the divider between messages, such as "Today", "Yesterday" or "Monday 3 March". */
export const dayName = (at: Seconds, now: Seconds): string => capitalized(dayNameWithin(at, now));

/** The name of a day within a sentence, such as "today", "Monday 3 March" or "lunes, 3 de marzo". */
export function dayNameWithin(at: Seconds, now: Seconds): string {
  const days = daysBefore(at, now);
  if (Math.abs(days) <= 1) return nearDay(days);
  return (yearOf(at) === yearOf(now) ? longDay() : longDayAndYear()).format(at * 1000);
}

/** A day and a time, not within a sentence, such as "Tomorrow, 09:00" or "Monday 3 March, 09:00". */
export const dayAndTime = (at: Seconds, now: Seconds): string => capitalized(dayAndTimeWithin(at, now));

/** A day and a time within a sentence, such as "tomorrow, 09:00" or "lunes, 3 de marzo, 09:00". */
export const dayAndTimeWithin = (at: Seconds, now: Seconds): string =>
  partsWords().dayAndTime(dayNameWithin(at, now), clockTime(at));

/** A date in the reader's time zone, such as "3 Mar 2025". */
export const calendarDate = (at: Seconds): string => withYear().format(at * 1000);

const clocksByZone = new Map<string, ReturnType<typeof clockIn>>();

/** The time of day in another time zone. Throws if the browser doesn't know the zone. */
export function clockTimeIn(timeZone: string, at: Seconds): string {
  const format = clocksByZone.get(timeZone) ?? clockIn(timeZone);
  clocksByZone.set(timeZone, format);
  return format().format(at * 1000);
}

const utc = dates({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** A UTC date: "3 Mar 2025" for "2025-03-03". */
export const utcDay = (date: string): string => (date === "" ? "" : utc().format(Date.parse(date)));
/** A range of UTC dates, such as "3 – 9 Mar 2025". */
export const utcDays = (from: string, to: string): string => utc().formatRange(Date.parse(from), Date.parse(to));

/** Formats a time in full, such as "Saturday, 21 November 2026 at 14:05". */
export const fullTime = (at: Seconds): string => full().format(at * 1000);

const STEPS: readonly (readonly [below: Seconds, unit: Intl.RelativeTimeFormatUnit, seconds: Seconds])[] = [
  [3600, "minute", 60],
  [DAY_SECONDS, "hour", 3600],
  [30 * DAY_SECONDS, "day", DAY_SECONDS],
  [365 * DAY_SECONDS, "month", 30 * DAY_SECONDS],
  [Number.POSITIVE_INFINITY, "year", 365 * DAY_SECONDS],
];

/**
 * Formats how long ago something happened, such as "just now", "5 minutes ago" or "yesterday". Never in the future,
 * even if this device's clock is slow.
 */
export const relativeTime = (at: Seconds, now: Seconds): string => distanceTime(Math.min(at, now), now);

/** The time between an event and now, such as "just now", "5 minutes ago", "in 2 hours" or "yesterday". */
export function distanceTime(at: Seconds, now: Seconds): string {
  const distance = at - now;
  if (Math.abs(distance) < 60) return partsWords().justNow;
  const [, unit, seconds] = STEPS.find(([below]) => Math.abs(distance) < below) ?? ["", "year", 365 * DAY_SECONDS];
  return ago().format(unit === "day" ? -daysBefore(at, now) : Math.trunc(distance / seconds), unit);
}
