import { LAST_SECOND } from "../../protocol/limits.ts";
import { DAY } from "../../util/time.ts";
import { cleanText } from "../text.ts";

/** A row of a Zulip table. Fields that are missing or have the wrong type are undefined. */
export class Row {
  constructor(
    readonly values: Readonly<Record<string, unknown>>,
    /** Where the row is, for reports. */
    readonly place: string,
  ) {}

  has(name: string): boolean {
    return this.values[name] !== undefined;
  }

  /** Returns the row's own id, or a reference to another row. */
  id(name = "id"): number | undefined {
    const value = this.values[name];
    return isId(value) ? value : undefined;
  }

  integer(name: string): number | undefined {
    const value = this.values[name];
    return typeof value === "number" && Number.isInteger(value) ? value : undefined;
  }

  flag(name: string): boolean | undefined {
    const value = this.values[name];
    return typeof value === "boolean" ? value : undefined;
  }

  text(name: string): string | undefined {
    const value = this.values[name];
    return typeof value === "string" ? cleanText(value) : undefined;
  }

  /** Returns a past time in whole seconds since 1970, allowing up to one day after `now`. */
  past(name: string, now: number): number | undefined {
    const time = secondsOf(this.values[name]);
    return time !== undefined && time <= now + DAY ? time : undefined;
  }

  time(name: string): number | undefined {
    return secondsOf(this.values[name]);
  }
}

const isId = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value < 2 ** 53;

/** Parses a time. Times are seconds with a fraction, or strings in some exports. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === "string" ? Date.parse(value) / 1000 : value;
  if (typeof seconds !== "number" || !(seconds >= 0 && seconds <= LAST_SECOND)) return undefined;
  return Math.floor(seconds);
}

/** Returns the valid ids in a list, or nothing if the value isn't a list. */
export const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter(isId) : []);

/** Returns the ids in a JSON list of numbers, which can be quoted. Returns none if the string isn't such a list. */
export const idsInText = (text: string): number[] =>
  /^\s*\[[\d\s,"]*\]\s*$/.test(text)
    ? [...text.matchAll(/\d{1,15}/g)].map(([digits]) => Number(digits)).filter(isId)
    : [];
