import * as v from "valibot";
import { boolean, json, textParameter } from "../../../api/parameter.ts";
import { boundedText, datableSeconds } from "../../../protocol/bounded.ts";

const MAX_NAME_LENGTH = 60;
const MAX_MATTER_LENGTH = 200;
const MAX_REASON_LENGTH = 2000;
const MAX_CUSTODIANS = 200;
const MAX_CHANNELS = 200;

const shortText = (most: number) =>
  v.pipe(
    boundedText("description"),
    v.trim(),
    v.check((text) => [...text].length <= most, `{} is too long (limit: ${most} characters)`),
  );

const ids = (most: number) => json(v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.maxLength(most)));
/** A time in whole seconds since 1970, or null. */
const time = json(v.nullable(datableSeconds));

export const termParams = {
  name: textParameter(
    v.pipe(
      shortText(MAX_NAME_LENGTH),
      v.check((name) => name !== "", "{} can't be empty"),
    ),
  ),
  matter: textParameter(shortText(MAX_MATTER_LENGTH)),
  reason: textParameter(shortText(MAX_REASON_LENGTH)),
  custodians: ids(MAX_CUSTODIANS),
  channels: ids(MAX_CHANNELS),
  from: time,
  until: time,
  direct_only: boolean,
};
