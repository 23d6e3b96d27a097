import { LAST_SECOND } from "../../protocol/limits.ts";
import { DAY } from "../../util/time.ts";
import { cleanText } from "../text.ts";

/** A row of one of Zulip's tables. What is missing, or is of another type than it should be, is undefined. */
export class Row {
  constructor(
    readonly values: Readonly<Record<string, unknown>>,
    /** The place of the row, for reports. */
    readonly place: string,
  ) {}

  has(name: string): boolean {
    return this.values[name] !== undefined;
  }

  /** A number that names another row, or this one. */
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

  /** A time in whole seconds since 1970: of the past, as seen from the day after now. */
  past(name: string, now: number): number | undefined {
    const time = secondsOf(this.values[name]);
    return time !== undefined && time <= now + DAY ? time : undefined;
  }

  /** A time in whole seconds since 1970. */
  time(name: string): number | undefined {
    return secondsOf(this.values[name]);
  }
}

const isId = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value < 2 ** 53;

/** Times are seconds with a fraction; those of some stores are texts. */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === "string" ? Date.parse(value) / 1000 : value;
  if (typeof seconds !== "number" || !(seconds >= 0 && seconds <= LAST_SECOND)) return undefined;
  return Math.floor(seconds);
}

/** The ids in a list, as far as it is one. */
export const idsIn = (value: unknown): number[] => (Array.isArray(value) ? value.filter(isId) : []);

/** The ids in a list that is JSON in a text, without reading more of it than numbers. */
export const idsInText = (text: string): number[] =>
  /^\s*\[[\d\s,"]*\]\s*$/.test(text)
    ? [...text.matchAll(/\d{1,15}/g)].map(([digits]) => Number(digits)).filter(isId)
    : [];
