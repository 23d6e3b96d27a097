import { FEATURE_LEVEL } from "../../protocol/version.ts";

// Parses times as people write them: ISO 8601, "Jun 5th 2017, 10:30PM", "31 Dec 2017 5:30 am IST", "6/5/2017 22:30",
// seconds since 1970 (markdown.md 2, "Times"). Follows python-dateutil's `parser.parse`, which Zulip's servers use.
// chrono-node, the JavaScript library for written times, finds them in sentences, and therefore also accepts what
// dateutil rejects.
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = /^(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?$/;
const fillers = new Set(["at", "on", "and", "of", "the", "t", "st", "nd", "rd", "th", "ad", "m"]);

/** Time zone abbreviations, by their offset from UTC in hours. */
const zonesByHours: readonly (readonly [hours: number, names: string])[] = [
  [0, "utc gmt z wet"],
  [1, "west bst cet wat"],
  [2, "cest eet sast cat"],
  [3, "eest eat msk trt"],
  [4, "gst"],
  [5, "pkt"],
  [5.5, "ist"],
  [5.75, "npt"],
  [7, "ict wib"],
  [8, "hkt sgt pht awst"],
  [9, "jst kst"],
  [9.5, "acst"],
  [10, "aest"],
  [10.5, "acdt"],
  [11, "aedt"],
  [12, "nzst"],
  [13, "nzdt"],
  [-2.5, "ndt"],
  [-3, "brt art adt"],
  [-3.5, "nst"],
  [-4, "ast clt edt"],
  [-5, "est cdt"],
  [-6, "cst mdt"],
  [-7, "mst pdt"],
  [-8, "pst akdt"],
  [-9, "akst"],
  [-10, "hst"],
];
const zones = new Map(zonesByHours.flatMap(([hours, names]) => names.split(" ").map((name) => [name, hours] as const)));

interface Fields {
  year?: number;
  month?: number;
  day?: number;
  hour?: number;
  minute?: number;
  second?: number;
  /** Minutes ahead of UTC. */
  zone?: number;
}

const clock = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?$/;
const isoDate = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const digitsDate = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?$/;
const slashDate = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})$/;
const offset = /^([+-])(\d{1,2}):?(\d{2})?$/;

const part =
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,4}[/.-]\d{1,2}[/.-]\d{1,4}|\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?|[+-]\d{1,2}:?\d{2}|[+-]\d{1,2}|\d+|\p{L}+|[^\s,]/gu;

function setClock(fields: Fields, found: RegExpExecArray): boolean {
  if (fields.hour !== undefined) return false;
  fields.hour = Number(found[1]);
  fields.minute = Number(found[2]);
  fields.second = Number(found[3] ?? 0);
  return true;
}

function setDate(fields: Fields, year: number, month: number, day: number): boolean {
  if (fields.year !== undefined || fields.month !== undefined || fields.day !== undefined) return false;
  Object.assign(fields, { year, month, day });
  return true;
}

/** Reads the month before the day unless that is impossible, as dateutil does. */
function setSlashDate(fields: Fields, found: RegExpExecArray): boolean {
  const [first = 0, second = 0, third = 0] = found.slice(1).map(Number);
  if ((found[1]?.length ?? 0) > 2) return setDate(fields, first, second, third);
  const year = (found[3]?.length ?? 0) > 2 ? third : 2000 + third;
  return first > 12 ? setDate(fields, year, second, first) : setDate(fields, year, first, second);
}

function setNumber(fields: Fields, digits: string, next: string | undefined): boolean {
  const value = Number(digits);
  const halfDay = next === "am" || next === "pm" || next === "a" || next === "p";
  if (halfDay && fields.hour === undefined) {
    fields.hour = value;
    fields.minute = 0;
    return true;
  }
  const compact = digitsDate.exec(digits);
  if (compact && digits.length >= 8) {
    if (compact[4] !== undefined)
      Object.assign(fields, { hour: Number(compact[4]), minute: Number(compact[5]), second: Number(compact[6] ?? 0) });
    return setDate(fields, Number(compact[1]), Number(compact[2]), Number(compact[3]));
  }
  const hasDate = fields.year !== undefined && fields.month !== undefined && fields.day !== undefined;
  const compactClock = hasDate ? /^(\d{2})(\d{2})?(\d{2})?$/.exec(digits) : null;
  if (compactClock && fields.hour === undefined) {
    Object.assign(fields, {
      hour: Number(compactClock[1]),
      minute: Number(compactClock[2] ?? 0),
      second: Number(compactClock[3] ?? 0),
    });
    return true;
  }
  if (digits.length <= 2 && fields.day === undefined) fields.day = value;
  else if ((digits.length === 4 || digits.length === 2) && fields.year === undefined) {
    fields.year = digits.length === 2 ? 2000 + value : value;
  } else return false;
  return true;
}

function setWord(fields: Fields, word: string): boolean {
  if (word === "am" || word === "pm" || word === "a" || word === "p") {
    if (fields.hour === undefined || fields.hour > 12 || fields.hour === 0) return false;
    fields.hour = (fields.hour % 12) + (word.startsWith("p") ? 12 : 0);
    return true;
  }
  const month = word.length >= 3 ? months.findIndex((name) => word.startsWith(name)) : -1;
  if (
    month >= 0 &&
    /^(?:[a-z]{3}|sept|january|february|march|april|june|july|august|september|october|november|december)$/.test(word)
  ) {
    if (fields.month !== undefined) return false;
    fields.month = month + 1;
    return true;
  }
  const zone = zones.get(word);
  if (zone !== undefined && fields.zone === undefined) {
    fields.zone = zone * 60;
    return true;
  }
  return weekdays.test(word) || fillers.has(word);
}

function setPart(fields: Fields, text: string, next: string | undefined): boolean {
  const time = clock.exec(text);
  if (time) return setClock(fields, time);
  const iso = isoDate.exec(text);
  if (iso) return setDate(fields, Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const slash = slashDate.exec(text);
  if (slash) return setSlashDate(fields, slash);
  const zone = fields.hour === undefined ? null : offset.exec(text);
  if (zone) {
    const minutes = Number(zone[2]) * 60 + Number(zone[3] ?? 0);
    fields.zone = (fields.zone ?? 0) + (zone[1] === "-" ? -minutes : minutes);
    return true;
  }
  if (/^\d+$/.test(text)) return setNumber(fields, text, next);
  return /^\p{L}+$/u.test(text) ? setWord(fields, text) : text === "." || text === "-" || text === "/";
}

function toMilliseconds(fields: Fields, now: Date | undefined): number | undefined {
  const year = fields.year ?? now?.getUTCFullYear();
  const month = fields.month ?? (now ? now.getUTCMonth() + 1 : undefined);
  const day = fields.day ?? now?.getUTCDate();
  const { hour = 0, minute = 0, second = 0, zone = 0 } = fields;
  if (year === undefined || month === undefined || day === undefined) return undefined;
  if (year < 1 || year > 9999 || hour > 23 || minute > 59 || second > 59 || Math.abs(zone) >= 24 * 60) return undefined;
  const moment = new Date(Date.UTC(2000, month - 1, day, hour, minute, second));
  moment.setUTCFullYear(year, month - 1, day);
  if (moment.getUTCMonth() !== month - 1 || moment.getUTCDate() !== day) return undefined;
  return moment.getTime() - zone * 60_000;
}

/** Start of the year 1. With a time zone, a time can be before it. */
const FIRST_MS = -62_135_596_800_000;
const LAST_MS = 253_402_300_799_999;

/** ISO 8601: a date, optionally with a time and a time zone, with or without separators. */
const ISO_TIME =
  /^(?:\d{4}-\d{2}-\d{2}|\d{8})(?:[t ]\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d+)?)?)?(?: ?z| ?[+-]\d{2}(?::?\d{2})?)?)?$/i;

/** From this feature level on, only ISO 8601 is recognized. */
const ISO_ONLY_LEVEL = 503;

/** Converts the content of `<time:...>` to `2017-06-05T22:30:00Z`, or returns undefined if it isn't a time. */
export const readTimeMark = (written: string, nowMs?: number, level = FEATURE_LEVEL): string | undefined =>
  level >= ISO_ONLY_LEVEL && !ISO_TIME.test(written.trim()) ? undefined : readTime(written, nowMs);

/** Parses a time in any supported format. Missing parts of the date are taken from the current time. */
function readTime(written: string, nowMs?: number): string | undefined {
  const fields: Fields = {};
  const text = written.trim().toLowerCase();
  let milliseconds: number | undefined;
  if (/^-?\d+(?:\.\d+)?$/.test(text) && !/^\d{8}$|^\d{12}$|^\d{14}$/.test(text)) {
    milliseconds = Number(text) * 1000;
  } else {
    const parts = [...text.matchAll(part)].map(([each]) => each);
    const readable = parts.length > 0 && parts.every((each, index) => setPart(fields, each, parts[index + 1]));
    milliseconds = readable ? toMilliseconds(fields, nowMs === undefined ? undefined : new Date(nowMs)) : undefined;
  }
  if (milliseconds === undefined || !(milliseconds >= FIRST_MS && milliseconds <= LAST_MS)) return undefined;
  return new Date(Math.floor(milliseconds / 1000) * 1000).toISOString().replace(".000Z", "Z");
}
