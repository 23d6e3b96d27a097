import * as v from "valibot";
import { boundedText } from "./bounded.ts";

/** An IANA time zone, or "" if the user hasn't chosen one. */
export const timeZoneSchema = v.pipe(
  boundedText("word"),
  v.check((name) => name === "" || isTimeZone(name), "Invalid timezone"),
);

// Tests the name by constructing a formatter, because Intl.supportedValuesOf omits common aliases. Intl also accepts
// offsets such as +01:00, which aren't IANA names.
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
