import type { TimeChoice } from "./candidate.ts";

const two = (number: number) => String(number).padStart(2, "0");

/** Formats a time as in `<time:...>`: local time with its UTC offset. */
export function writtenTime(at: Date): string {
  const offset = -at.getTimezoneOffset();
  const zone = `${offset < 0 ? "-" : "+"}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`;
  const day = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:00${zone}`;
}

const atHour = (now: Date, days: number, hour: number, minute = 0) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour, minute);

const minutes = (now: Date, ahead: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours(), now.getMinutes() + ahead);

/** Common times that haven't passed yet. */
export function timeChoices(now: Date): { readonly choice: TimeChoice; readonly at: Date | undefined }[] {
  const toMonday = (8 - now.getDay()) % 7 || 7;
  const choices = [
    { choice: "now", at: minutes(now, 0) },
    { choice: "hour", at: minutes(now, 60) },
    { choice: "evening", at: atHour(now, 0, 18) },
    { choice: "tomorrow", at: atHour(now, 1, 9) },
    { choice: "monday", at: atHour(now, toMonday, 9) },
    { choice: "choose", at: undefined },
  ] as const;
  return choices.filter(({ choice, at }) => choice === "now" || at === undefined || at > now);
}

/**
 * Parses a typed time. "14:30" is the next time it is 14:30, and "2026-03-01" is nine o'clock on that day. Undefined if
 * the text isn't a time.
 */
export function typedTime(typed: string, now: Date): Date | undefined {
  const [, year, month, day, hour, minute] =
    /^\s*(?:(\d{4})-(\d{1,2})-(\d{1,2}))?(?:(?:^|[T ])\s*(\d{1,2}):(\d{2}))?(?::\d\d)?\s*$/.exec(typed) ?? [];
  if (year === undefined && hour === undefined) return undefined;
  const [hours, mins] = [Number(hour ?? 9), Number(minute ?? 0)];
  if (hours > 23 || mins > 59) return undefined;
  if (year !== undefined) {
    const at = new Date(Number(year), Number(month) - 1, Number(day), hours, mins);
    return at.getMonth() === Number(month) - 1 ? at : undefined;
  }
  const today = atHour(now, 0, hours, mins);
  return today > now ? today : atHour(now, 1, hours, mins);
}
