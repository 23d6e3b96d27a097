import { badRequest } from "../../../../protocol/errors.ts";
import { type Seconds, seconds } from "../../../../util/time.ts";

/**
 * Matches an ISO 8601 date in extended or basic format, optionally with a time and time zone. Minutes and seconds are
 * optional.
 */
const form =
  /^(?<year>\d{4})(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)(?:[Tt ](?<hour>\d\d)(?::?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?)?(?<zone>[Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

/**
 * Parses a date anchor (messages.md 4), rounded up to a whole second, since messages are sent at whole seconds. A date
 * alone means midnight; the default zone is UTC. Throws for anything that isn't a date, and for dates that don't exist.
 */
export function parseAnchorDate(text: string): Seconds {
  const found = form.exec(text.trim())?.groups;
  if (found === undefined) throw invalidDate();
  const part = (name: string, instead = 0) => (found[name] === undefined ? instead : Number(found[name]));
  const [year, month, day] = [part("year"), part("month"), part("day")];
  const [hour, minute, second] = [part("hour"), part("minute"), part("second")];
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  // A day that doesn't exist in the month would roll over into the next one.
  const exists = midnight.getUTCMonth() === month - 1 && midnight.getUTCDate() === day;
  if (!exists || hour > 23 || minute > 59 || second > 59) throw invalidDate();
  const rest = /[1-9]/.test(found["fraction"] ?? "") ? 1 : 0;
  const time = midnight.getTime() / 1000 + hour * 3600 + minute * 60 + second + rest;
  return seconds(time - offset(found["zone"] ?? "Z"));
}

/** Returns a zone's offset from UTC in seconds. */
function offset(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(3).replace(":", ""))];
  if (hours > 23 || minutes > 59) throw invalidDate();
  return (zone.startsWith("-") ? -1 : 1) * (hours * 3600 + minutes * 60);
}

const invalidDate = () => badRequest("Invalid anchor_date");
