import * as v from "valibot";
import { boundedText } from "./bounded.ts";

/** An IANA name, or "" for a person who has not chosen one. */
export const timeZoneSchema = v.pipe(
  boundedText("word"),
  v.check((name) => name === "" || isTimeZone(name), "Invalid timezone"),
);

// Intl.supportedValuesOf leaves out the aliases that people do use, so the name is tried instead;
// offsets such as +01:00, which Intl takes too, are no IANA names.
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
