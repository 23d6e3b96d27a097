import { cachedFormat } from "./format.ts";

/** The units of durations, largest first, in seconds. */
const UNITS = [
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

const amounts = cachedFormat((locale) =>
  UNITS.map(([unit, seconds]) => ({
    seconds,
    format: new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }),
  })),
);

/** Formats whole seconds in the largest unit that divides them, such as "2 weeks". */
export function duration(seconds: number): string {
  const amount = amounts().find((one) => seconds % one.seconds === 0);
  return amount === undefined ? "" : amount.format.format(seconds / amount.seconds);
}
