import { parseRule, type RecurrenceRule, ruleText, wallTime } from "../../../protocol/recurrence.ts";
import { partsWords } from "../../words/app.ts";
import { cachedFormat, capitalized, listed } from "../../words/format.ts";
import { repeatWords } from "../../words/later.ts";
import { calendarDate, clockTimeIn } from "../../words/time.ts";
import { zoneName } from "../time-zones.ts";

const weekdays = cachedFormat((locale) => new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }));

/** Returns the name of a weekday, from 0 for Monday. January 5, 1970 was a Monday. */
export const weekdayName = (weekday: number): string => weekdays().format(Date.UTC(1970, 0, 5 + weekday));

const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the time zone in a user's profile, or this device's if the browser doesn't support that zone. */
export function zoneOf({ timezone }: { readonly timezone: string }): string {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
    return timezone;
  } catch {
    return ownZone();
  }
}

const days = cachedFormat((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "full", timeZone: "UTC" }));
const dayOf = (wall: number): string => capitalized(days().format(wall * 1000));

/** Formats a time on the clock of a zone, and on this device's clock if they differ. */
export function timeTexts(zone: string, at: number): readonly [there: string, here?: string] {
  const [there, here] = [wallTime(zone, at), wallTime(ownZone(), at)];
  const text = (wall: number) => partsWords().dayAndTime(dayOf(wall), clockTimeIn("UTC", wall));
  if (here === there) return [text(there)];
  return [text(there), repeatWords().here(dayOf(here) === dayOf(there) ? clockTimeIn("UTC", here) : text(here))];
}

/** Describes a repetition, such as "Every 2 weeks on Monday, until 3 Mar 2027 (Europe/Berlin)". */
export function repeatText(recurrence: string, zone: string): string {
  const w = repeatWords();
  const rule = parseRule(recurrence);
  if (rule === undefined) return w.every.other(recurrence);
  const every = withEnd(rule);
  return zone === ownZone() ? every : w.inZone(every, zoneName(zone));
}

function withEnd(rule: RecurrenceRule): string {
  const w = repeatWords();
  if (rule.until !== undefined) return w.until(withDays(rule), calendarDate(rule.until));
  return rule.count === undefined ? withDays(rule) : w.count(rule.count, withDays(rule));
}

function withDays(rule: RecurrenceRule): string {
  const { every: w, nth } = repeatWords();
  const { frequency, interval, weekdays: days, monthDays } = rule;
  const [day] = days;
  const [date] = monthDays;
  if (frequency === "DAILY" && days.length + monthDays.length === 0) return interval === 1 ? w.day : w.days(interval);
  if (frequency === "WEEKLY" && days.length === 0) return interval === 1 ? w.week : w.weeks(interval);
  if (frequency === "WEEKLY") {
    const isWorkdays = interval === 1 && days.length === 5 && days.every(({ weekday }) => weekday < 5);
    const every = interval === 1 ? w.week : w.weeks(interval);
    return isWorkdays ? w.weekday : w.onDays(every, listed(days.map(({ weekday }) => weekdayName(weekday))));
  }
  if (frequency === "MONTHLY" && days.length + monthDays.length <= 1) {
    const every = interval === 1 ? w.month : w.months(interval);
    if (date === -1) return w.onLastDay(every);
    if (date !== undefined && date > 0) return w.onDay(every, String(date));
    const name = day && nth[day.ordinal === -1 ? 5 : day.ordinal - 1];
    if (day !== undefined && name !== undefined) return w.onWeekday(every, name, weekdayName(day.weekday));
    if (day === undefined && date === undefined) return every;
  }
  return w.other(ruleText({ ...rule, until: undefined, count: undefined }));
}
