import { dialogsWords } from "../../words/dialogs.ts";
import { clockTime } from "../../words/time.ts";

/** The choices of a time for a reminder. */
export type Moment = "soon" | "hour" | "hours" | "tomorrow" | "monday" | "other";

const MORNING_HOUR = 9;

function morning(now: Date, days: number): Date {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(MORNING_HOUR, 0, 0, 0);
  return day;
}

/** Days until the next Monday, at least one. */
const untilMonday = (now: Date) => (8 - now.getDay()) % 7 || 7;

export function at(moment: Exclude<Moment, "other">, now: Date): Date {
  switch (moment) {
    case "soon":
      return new Date(now.getTime() + 20 * 60_000);
    case "hour":
      return new Date(now.getTime() + 60 * 60_000);
    case "hours":
      return new Date(now.getTime() + 3 * 60 * 60_000);
    case "tomorrow":
      return morning(now, 1);
    case "monday":
      return morning(now, untilMonday(now));
    default:
      return moment satisfies never;
  }
}

/** The choices, each with its label and time. */
export function presets(now: Date): { value: Moment; label: string; hint?: string }[] {
  const w = dialogsWords();
  const time = (moment: Exclude<Moment, "other">) => clockTime(at(moment, now).getTime() / 1000);
  return [
    { value: "soon", label: w.inMinutes(20), hint: time("soon") },
    { value: "hour", label: w.inHours(1), hint: time("hour") },
    { value: "hours", label: w.inHours(3), hint: time("hours") },
    { value: "tomorrow", label: w.tomorrow, hint: time("tomorrow") },
    { value: "monday", label: w.nextMonday, hint: time("monday") },
    { value: "other", label: w.atTime },
  ];
}
