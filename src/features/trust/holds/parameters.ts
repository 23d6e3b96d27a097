import * as v from "valibot";
import { boolean, json, textOf } from "../../../endpoints/parameter.ts";
import { boundedText, datableSeconds } from "../../../protocol/bounded.ts";

const LONGEST_NAME = 60;
const LONGEST_MATTER = 200;
const LONGEST_REASON = 2000;
const MOST_CUSTODIANS = 200;
const MOST_CHANNELS = 200;

const shortText = (most: number) =>
  v.pipe(
    boundedText("description"),
    v.trim(),
    v.check((text) => [...text].length <= most, `{} is too long (limit: ${most} characters)`),
  );

const ids = (most: number) => json(v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.maxLength(most)));
/** A time in whole seconds since 1970, or none. */
const time = json(v.nullable(datableSeconds));

/** The terms of a hold: why it is there, and what falls under it. */
export const termParams = {
  name: textOf(
    v.pipe(
      shortText(LONGEST_NAME),
      v.check((name) => name !== "", "{} can't be empty"),
    ),
  ),
  matter: textOf(shortText(LONGEST_MATTER)),
  reason: textOf(shortText(LONGEST_REASON)),
  custodians: ids(MOST_CUSTODIANS),
  channels: ids(MOST_CHANNELS),
  from: time,
  until: time,
  direct_only: boolean,
};
