/*
 * Parses the subset of RFC 5545 recurrence rules that messages need, and computes their times. The server and the web
 * client share this file, so it only needs `Intl`. `rrule-temporal` has 180 kB and needs `Temporal`, which not all
 * browsers have, so only this file's tests use it.
 */

/** Seconds since 1970. */
type Seconds = number;

const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY"] as const;
type Frequency = (typeof FREQUENCIES)[number];
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

interface RuleWeekday {
  /** 0 is Monday, 6 is Sunday. */
  readonly weekday: number;
  /** Which occurrence of the weekday in the month: 1 is the first, -1 the last, and 0 all of them. */
  readonly ordinal: number;
}

export interface RecurrenceRule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly weekdays: readonly RuleWeekday[];
  /** Negative days count from the month's end. */
  readonly monthDays: readonly number[];
  readonly count?: number | undefined;
  /** No time of the repetition is later than this. */
  readonly until?: Seconds | undefined;
}

/** A rule with its start, which determines the time of day and from when intervals are counted. */
export interface Repetition {
  readonly rule: RecurrenceRule;
  readonly timeZone: string;
  readonly start: Seconds;
}

/** Maximum interval, and maximum count. */
const MAX_REPETITIONS = 1000;
/** Maximum length of a repetition in years, which bounds the search for its next time. */
const MAX_YEARS = 100;
/** Limit of the search for a first time. Any day in a rule occurs within twelve years, even February 29 around 2100. */
const MAX_YEARS_TO_FIRST = 20;
/** The protocol can't represent later times. */
const LAST_TIME: Seconds = Date.UTC(9999, 11, 31, 23, 59, 59) / 1000;

/** Parses a rule such as `FREQ=WEEKLY;BYDAY=MO,WE`. Returns undefined if it is invalid. */
export function parseRule(text: string): RecurrenceRule | undefined {
  const parts = text.split(";").map((part) => part.split("="));
  const fields = new Map(parts.map(([name = "", value = ""]) => [name, value]));
  if (fields.size < parts.length || parts.some((part) => part.length !== 2)) return undefined;
  if ([...fields.keys()].some((name) => !(FIELDS as readonly string[]).includes(name))) return undefined;
  const frequency = FREQUENCIES.find((name) => name === fields.get("FREQ"));
  const read = <T>(
    name: (typeof FIELDS)[number],
    parse: (value: string) => T | undefined,
    absent: T,
  ): T | undefined => {
    const value = fields.get(name);
    return value === undefined ? absent : parse(value);
  };
  const interval = read("INTERVAL", parseCount, 1);
  const count = read("COUNT", parseCount, Number.POSITIVE_INFINITY);
  const until = read("UNTIL", parseUntil, Number.POSITIVE_INFINITY);
  const weekdays = read("BYDAY", listOf(parseWeekday), []);
  const monthDays = read("BYMONTHDAY", listOf(parseMonthDay), []);
  if (frequency === undefined || interval === undefined || weekdays === undefined || monthDays === undefined)
    return undefined;
  if (count === undefined || until === undefined || (fields.has("COUNT") && fields.has("UNTIL"))) return undefined;
  if (frequency !== "MONTHLY" && weekdays.some(({ ordinal }) => ordinal !== 0)) return undefined;
  if (frequency === "WEEKLY" && monthDays.length > 0) return undefined;
  return {
    ...{ frequency, interval, weekdays, monthDays },
    ...(Number.isFinite(count) && { count }),
    ...(Number.isFinite(until) && { until }),
  };
}

const FIELDS = ["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY"] as const;

function parseCount(value: string): number | undefined {
  const count = /^[1-9]\d{0,3}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY;
  return count <= MAX_REPETITIONS ? count : undefined;
}

const listOf =
  <T>(parse: (value: string) => T | undefined) =>
  (list: string): T[] | undefined => {
    const values = list.split(",").map(parse);
    const valid = values.filter((value) => value !== undefined);
    return valid.length === values.length ? valid : undefined;
  };

function parseWeekday(value: string): RuleWeekday | undefined {
  const [, ordinal = "", name = ""] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(value) ?? [];
  const weekday = (WEEKDAYS as readonly string[]).indexOf(name);
  return weekday < 0 ? undefined : { weekday, ordinal: Number(ordinal) };
}

const parseMonthDay = (value: string): number | undefined =>
  /^[+-]?([1-9]|[12]\d|3[01])$/.test(value) ? Number(value) : undefined;

function parseUntil(value: string): Seconds | undefined {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(value) ?? [];
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // `Date.parse` converts February 30 to March 2.
  return Number.isNaN(ms) || untilText(ms / 1000) !== value ? undefined : ms / 1000;
}

const untilText = (at: Seconds): string => new Date(at * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, "");

export function ruleText({ frequency, interval, weekdays, monthDays, count, until }: RecurrenceRule): string {
  const days = weekdays.map(({ weekday, ordinal }) => `${ordinal || ""}${WEEKDAYS[weekday]}`);
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(days.length === 0 ? [] : [`BYDAY=${days.join(",")}`]),
    ...(monthDays.length === 0 ? [] : [`BYMONTHDAY=${monthDays.join(",")}`]),
    ...(count === undefined ? [] : [`COUNT=${count}`]),
    ...(until === undefined ? [] : [`UNTIL=${untilText(until)}`]),
  ].join(";");
}

/**
 * Returns the first time at or after `from` at which a repetition can start: on a day that matches the rule, at the
 * time of day of `from` in the zone.
 */
export function firstTime({
  rule,
  timeZone,
  from,
}: Omit<Repetition, "start"> & { from: Seconds }): Seconds | undefined {
  const until = Math.min(rule.until ?? LAST_TIME, from + MAX_YEARS_TO_FIRST * 366 * DAY);
  const anyInterval = { ...rule, interval: 1, count: undefined, until };
  return nextTime({ rule: anyInterval, timeZone, start: from }, from - 1);
}

/** Returns a repetition's first time after a given one, or undefined if it has ended. */
export function nextTime(repetition: Repetition, after: Seconds): Seconds | undefined {
  return nextTimes(repetition, after, 1)[0];
}

export function nextTimes(repetition: Repetition, after: Seconds, most: number): Seconds[] {
  const times: Seconds[] = [];
  for (const time of timesAfter(repetition, after)) {
    times.push(time);
    if (times.length === most) break;
  }
  return times;
}

/**
 * Returns the rule for the part of a repetition that starts at `from`. If the rule has a count, earlier times are
 * subtracted from it.
 */
export function ruleFrom({ rule, ...repetition }: Repetition, from: Seconds): RecurrenceRule {
  if (rule.count === undefined) return rule;
  return { ...rule, count: Math.max(1, nextTimes({ rule, ...repetition }, from - 1, rule.count).length) };
}

function* timesAfter({ rule, timeZone, start }: Repetition, after: Seconds): Generator<Seconds> {
  const clock = clockOf(timeZone);
  const localStart = start + clock.offsetAt(start);
  const first = Math.floor(localStart / DAY);
  const timeOfDay = localStart - first * DAY;
  const last = Math.min(rule.until ?? LAST_TIME, LAST_TIME);
  const skips = rule.count === undefined && after > start;
  // A time's UTC day can be the day before or after its local day.
  const from = skips ? Math.max(first, Math.floor((after + clock.offsetAt(after)) / DAY) - 1) : first;
  const end = Math.min(first + MAX_YEARS * 366, Math.floor(last / DAY) + 1);
  let count = 0;
  let before: Seconds | undefined;
  for (let day = from; day <= end; day++) {
    if (!isDayOf(rule, first, day)) continue;
    // The start can be the second of two times with the same clock reading.
    const time = day === first ? start : clock.timeAt(day * DAY + timeOfDay);
    // A zone that crosses the date line skips a day. The skipped day would result in the next day's time.
    if (time === before) continue;
    before = time;
    count++;
    if (time > last) return;
    if (time > after) yield time;
    if (count === rule.count) return;
  }
}

/** Returns what a zone's clock shows at a time, in seconds as if the zone were UTC. */
export const wallTime = (timeZone: string, time: Seconds): Seconds => time + clockOf(timeZone).offsetAt(time);

/** Returns the time at which a zone's clock shows `local`, as returned by `wallTime`. */
export const timeOnWall = (timeZone: string, local: Seconds): Seconds => clockOf(timeZone).timeAt(local);

const DAY = 86_400;

interface CalendarDay {
  readonly week: number;
  readonly weekday: number;
  readonly month: number;
  readonly date: number;
  readonly monthLength: number;
}

/** @param day since 1970, which was a Thursday */
function calendarDay(day: number): CalendarDay {
  const date = new Date(day * DAY * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    week: Math.floor((day + 3) / 7),
    weekday: (((day + 3) % 7) + 7) % 7,
    month: year * 12 + month,
    date: date.getUTCDate(),
    monthLength: new Date(Date.UTC(year, month + 1, 0)).getUTCDate(),
  };
}

function isDayOf(rule: RecurrenceRule, first: number, day: number): boolean {
  if (rule.frequency === "DAILY" && (day - first) % rule.interval !== 0) return false;
  const [begun, now] = [calendarDay(first), calendarDay(day)];
  if (rule.frequency === "WEEKLY" && (now.week - begun.week) % rule.interval !== 0) return false;
  if (rule.frequency === "MONTHLY" && (now.month - begun.month) % rule.interval !== 0) return false;
  const { weekdays, monthDays } = rule;
  if (weekdays.length > 0 && !weekdays.some((one) => isWeekdayOf(one, now))) return false;
  if (monthDays.length > 0) return monthDays.some((one) => one === now.date || one === now.date - now.monthLength - 1);
  if (weekdays.length > 0 || rule.frequency === "DAILY") return true;
  return rule.frequency === "WEEKLY" ? now.weekday === begun.weekday : now.date === begun.date;
}

function isWeekdayOf({ weekday, ordinal }: RuleWeekday, now: CalendarDay): boolean {
  if (weekday !== now.weekday) return false;
  if (ordinal === 0) return true;
  return ordinal > 0
    ? ordinal === Math.ceil(now.date / 7)
    : -ordinal === Math.ceil((now.monthLength - now.date + 1) / 7);
}

interface ZoneClock {
  /** How far the zone's clock is ahead of UTC, in seconds. */
  readonly offsetAt: (time: Seconds) => number;
  /**
   * Returns the time at which the zone's clock shows `local`. If the clock shows this twice, returns the first time. If
   * it skips this, returns a time that is later by the skipped amount (RFC 5545, 3.3.5).
   */
  readonly timeAt: (local: Seconds) => Seconds;
}

function clockOf(timeZone: string): ZoneClock {
  const format = formatIn(timeZone);
  const offsetAt = (time: Seconds) => {
    const whole = Math.floor(time);
    const fields = format.formatToParts(whole * 1000).map(({ type, value }) => [type, Number(value)]);
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = Object.fromEntries(fields);
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - whole;
  };
  const timeAt = (local: Seconds) => {
    const before = offsetAt(local - DAY);
    const times = [local - before, local - offsetAt(local + DAY)].sort((a, b) => a - b);
    return times.find((time) => time + offsetAt(time) === local) ?? local - before;
  };
  return { offsetAt, timeAt };
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const number = "numeric";
  const fields = { year: number, month: number, day: number, hour: number, minute: number, second: number } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...fields, hourCycle: "h23", timeZone });
  } catch {
    // This program doesn't know the zone, which a newer version stored.
    return new Intl.DateTimeFormat("en-US", { ...fields, hourCycle: "h23", timeZone: "UTC" });
  }
}
