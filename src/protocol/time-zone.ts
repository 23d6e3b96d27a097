import * as v from "valibot";
import { boundedText } from "./bounded.ts";

/** An IANA time zone, or "" for a user who has not chosen one. */
export const timeZoneSchema = v.pipe(
  boundedText("word"),
  v.check((name) => name === "" || isTimeZone(name), "Invalid timezone"),
);

// Intl.supportedValuesOf leaves out aliases that people use, so that the name is tried instead.
// Intl also accepts offsets such as +01:00, which are no IANA names.
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
