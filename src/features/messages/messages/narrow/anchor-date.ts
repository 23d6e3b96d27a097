import { badRequest } from "../../../../protocol/errors.ts";
import { type Seconds, seconds } from "../../../../util/time.ts";

/**
 * A date, or a date with a time and perhaps a zone, in the forms of ISO 8601: with dashes and colons, or without any of
 * them. Of a time, all but the hour can be left out.
 */
const form =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)(?:[Tt ](?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?)?(?<zone>[Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * The time of an anchor's date (messages.md 4), as the first whole second that is not before it: messages are sent at whole
 * ones. A date alone is its midnight; what names no zone is in UTC. Refuses what is no date, and dates that do not exist.
 */
export function parseAnchorDate(text: string): Seconds {
  const found = form.exec(text.trim())?.groups;
  if (found === undefined) throw invalidDate();
  const part = (name: string, instead = 0) => (found[name] === undefined ? instead : Number(found[name]));
  const [year, month, day] = [part("year"), part("month"), part("day")];
  const [hour, minute, second] = [part("hour"), part("minute"), part("second")];
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  // A day that a month does not have would be one of the next month.
  const exists = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  if (!exists || hour > 23 || minute > 59 || second > 59) throw invalidDate();
  const rest = /[1-9]/.test(found["fraction"] ?? "") ? 1 : 0;
  const time = midnight.getTime() / 1000 + hour * 3600 + minute * 60 + second + rest;
  return seconds(time - offset(found["zone"] ?? "Z"));
}

/** A zone's distance from UTC in seconds. */
function offset(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", ""))];
  if (hours > 23 || minutes > 59) throw invalidDate();
  return (zone.startsWith("-") ? -1 : 1) * (hours * 3600 + minutes * 60);
}

const invalidDate = () => badRequest("Invalid anchor_date");
