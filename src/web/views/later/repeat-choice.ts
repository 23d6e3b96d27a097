import { type RecurrenceRule, ruleText, timeOnWall, wallTime } from "../../../protocol/recurrence.ts";

export type RepeatKind =
  | "never"
  | "daily"
  | "weekdays"
  | "weekly"
  | "monthDay"
  | "lastDay"
  | "monthWeekday"
  | "lastWeekday"
  | "custom";
export type Ending = "never" | "until" | "count";

/** The values of the repetition fields. */
export interface RepeatChoice {
  readonly kind: RepeatKind;
  readonly interval: string;
  /** Days of the week; Monday is 0. */
  readonly days: readonly number[];
  readonly ending: Ending;
  /** The last day, such as "2027-03-01". */
  readonly until: string;
  readonly count: string;
  /** A rule that the fields can't represent. It is kept unchanged. */
  readonly custom?: RecurrenceRule;
}

export const NEVER: RepeatChoice = { kind: "never", interval: "1", days: [], ending: "never", until: "", count: "10" };

/**
 * Returns a date whose UTC fields are the local fields of a time in a zone. Local fields of a `Date` wouldn't work,
 * because this device's clock may skip that local time.
 */
export const dateIn = (timeZone: string, at: Date): Date =>
  Number.isNaN(at.getTime()) ? at : new Date(wallTime(timeZone, at.getTime() / 1000) * 1000);

/** Formats a time in a zone for `datetime-local` fields. */
export const valueIn = (timeZone: string, at: Date): string => dateIn(timeZone, at).toISOString().slice(0, 16);

/** Returns the time at which a zone's clock shows the value of a `datetime-local` field. */
export function timeIn(timeZone: string, value: string): Date {
  const local = Date.parse(`${value}Z`) / 1000;
  return new Date(Number.isNaN(local) ? local : timeOnWall(timeZone, local) * 1000);
}

const WORKDAYS = [0, 1, 2, 3, 4];

export const weekdayOf = (at: Date): number => (at.getUTCDay() + 6) % 7;
/** Returns which occurrence of its weekday a day is within its month, such as 2 for the second Tuesday. */
export const nthOf = (at: Date): number => Math.ceil(at.getUTCDate() / 7);
const daysInMonth = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate();
export const isLastDay = (at: Date): boolean => at.getUTCDate() === daysInMonth(at);
export const isLastWeekday = (at: Date): boolean => at.getUTCDate() + 7 > daysInMonth(at);

/** Returns the rule for a choice that starts at a time in a zone, or undefined if it doesn't repeat. */
export function ruleOf(choice: RepeatChoice, begins: Date, zone: string): RecurrenceRule | undefined {
  const { kind, days, ending } = choice;
  if (kind === "never") return undefined;
  if (kind === "custom" && choice.custom !== undefined) return choice.custom;
  const at = dateIn(zone, begins);
  const weekday = weekdayOf(at);
  const base = {
    interval: kind === "weekdays" ? 1 : wholeNumber(choice.interval),
    ...(ending === "count" && { count: wholeNumber(choice.count) }),
    ...(ending === "until" && { until: endOf(choice.until, zone) }),
  };
  const month = { ...base, frequency: "MONTHLY", weekdays: [], monthDays: [] } as const;
  switch (kind) {
    case "daily":
    case "custom":
      return { ...month, frequency: "DAILY" };
    case "weekdays":
      return { ...month, frequency: "WEEKLY", weekdays: inWeek(WORKDAYS) };
    case "weekly":
      return { ...month, frequency: "WEEKLY", weekdays: inWeek(days.length === 0 ? [weekday] : days) };
    case "monthDay":
      return { ...month, monthDays: [at.getUTCDate()] };
    case "lastDay":
      return { ...month, monthDays: [-1] };
    case "monthWeekday":
      return { ...month, weekdays: [{ weekday, ordinal: nthOf(at) }] };
    case "lastWeekday":
      return { ...month, weekdays: [{ weekday, ordinal: -1 }] };
    default:
      return kind satisfies never;
  }
}

const inWeek = (days: readonly number[]) => [...days].sort((a, b) => a - b).map((weekday) => ({ weekday, ordinal: 0 }));

const wholeNumber = (text: string): number => (/^[1-9]\d{0,2}$/.test(text.trim()) ? Number(text) : Number.NaN);

/** Returns the last second of a day in a zone, in seconds since 1970. */
function endOf(day: string, zone: string): number {
  const end = Date.parse(`${day}T23:59:59Z`) / 1000;
  return Number.isNaN(end) ? end : timeOnWall(zone, end);
}

/** True if all visible fields have a value. */
export const isComplete = (choice: RepeatChoice, at: Date, zone: string): boolean => {
  const rule = ruleOf(choice, at, zone);
  if (rule === undefined) return true;
  return [rule.interval, rule.count ?? 1, rule.until ?? 1].every(Number.isFinite);
};

/** Returns the field values for a rule in a zone. */
export function choiceOf(rule: RecurrenceRule | undefined, zone: string): RepeatChoice {
  if (rule === undefined) return NEVER;
  const { until, count } = rule;
  const shared = {
    ...NEVER,
    interval: String(rule.interval),
    ...(until !== undefined && { ending: "until" as const, until: valueIn(zone, new Date(until * 1000)).slice(0, 10) }),
    ...(count !== undefined && { ending: "count" as const, count: String(count) }),
  };
  const days = rule.weekdays.map(({ weekday }) => weekday);
  const [first] = rule.weekdays;
  const text = ruleText({ ...rule, until: undefined, count: undefined, interval: 1 });
  if (text === "FREQ=DAILY") return { ...shared, kind: "daily" };
  if (rule.frequency === "WEEKLY") {
    const isWorkdays = rule.interval === 1 && WORKDAYS.join() === [...days].sort().join();
    return { ...shared, kind: isWorkdays ? "weekdays" : "weekly", days };
  }
  const isMonthly = rule.frequency === "MONTHLY" && rule.weekdays.length + rule.monthDays.length === 1;
  const [date = 0] = rule.monthDays;
  if (isMonthly && date > 0) return { ...shared, kind: "monthDay" };
  if (isMonthly && date === -1) return { ...shared, kind: "lastDay" };
  if (isMonthly && first !== undefined && first.ordinal >= -1 && first.ordinal !== 0)
    return { ...shared, kind: first.ordinal === -1 ? "lastWeekday" : "monthWeekday" };
  return { ...shared, kind: "custom", custom: rule };
}
