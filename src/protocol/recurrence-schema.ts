import * as v from "valibot";
import { boundedText } from "./bounded.ts";
import { parseRule } from "./recurrence.ts";
import { timeZoneSchema } from "./time-zone.ts";

export const recurrenceSchema = v.pipe(
  boundedText("recurrence"),
  v.check((text) => parseRule(text) !== undefined, "Invalid recurrence"),
);

/** Unlike an account's time zone, a recurrence's can't be empty. */
export const recurrenceZoneSchema = v.pipe(
  timeZoneSchema,
  v.check((name) => name !== "", "Invalid timezone"),
);
