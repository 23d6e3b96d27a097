import * as v from "valibot";
import { boundedText } from "./bounded.ts";
import { parseRule } from "./recurrence.ts";
import { timeZoneSchema } from "./time-zone.ts";

export const recurrenceSchema = v.pipe(
  boundedText("recurrence"),
  v.check((text) => parseRule(text) !== undefined, "Invalid recurrence"),
);

/** The time zone of a recurrence. Unlike an account, it always has one. */
export const recurrenceZoneSchema = v.pipe(
  timeZoneSchema,
  v.check((name) => name !== "", "Invalid timezone"),
);
