const FORM = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;
const DAY_LENGTH = 10;

/** The day of the time before, and when it began: to read a day costs more than all else, and the next entry is mostly of the same. */
let lastDay = "";
let dayBegins = Number.NaN;

/** The time that an export has written, in milliseconds since 1970; NaN where it is written in another form. */
export function millisecondsIn(time: string): number {
  if (!FORM.test(time)) return Number.NaN;
  if (lastDay === "" || !time.startsWith(lastDay)) {
    lastDay = time.slice(0, DAY_LENGTH);
    dayBegins = beginningOf(lastDay);
  }
  const minutes = 60 * number(time, 11, 13) + number(time, 14, 16);
  return dayBegins + 60_000 * minutes + 1000 * number(time, 17, 19) + number(time, 20, 23);
}

function beginningOf(day: string): number {
  const begins = Date.parse(`${day}T00:00:00.000Z`);
  // Days like the 30th of February are read as others.
  return Number.isNaN(begins) || !new Date(begins).toISOString().startsWith(day) ? Number.NaN : begins;
}

/** The number that digits of a text are. */
function number(text: string, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = 10 * value + text.charCodeAt(at) - 48;
  return value;
}
