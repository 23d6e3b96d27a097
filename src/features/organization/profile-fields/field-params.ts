import * as v from "valibot";
import { boolean, json, optional, textOf } from "../../../endpoints/parameter.ts";
import { sized } from "../../../protocol/bounded.ts";
import { LONGEST_FIELD_HINT, LONGEST_FIELD_NAME } from "../../../protocol/text-lengths.ts";
import { MAX_SENT_CHARACTERS } from "./field-data.ts";

export const fieldParams = {
  name: optional(textOf(v.pipe(v.string(), v.trim(), v.maxCodePoints(LONGEST_FIELD_NAME)))),
  hint: optional(textOf(v.pipe(v.string(), v.trim(), v.maxCodePoints(LONGEST_FIELD_HINT)))),
  field_data: optional(json(sized(v.record(v.string(), v.unknown()), MAX_SENT_CHARACTERS))),
  display_in_profile_summary: optional(boolean),
  use_for_user_matching: optional(boolean),
  required: optional(boolean),
  editable_by_user: optional(boolean),
};
