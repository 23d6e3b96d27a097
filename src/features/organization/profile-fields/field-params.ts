import * as v from "valibot";
import { boolean, json, optional, textOf } from "../../../endpoints/parameter.ts";
import { sized } from "../../../protocol/bounded.ts";
import { MAX_SENT_CHARACTERS } from "./field-data.ts";

const MAX_NAME_CHARACTERS = 40;
const MAX_HINT_CHARACTERS = 80;

export const fieldParams = {
  name: optional(textOf(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_NAME_CHARACTERS)))),
  hint: optional(textOf(v.pipe(v.string(), v.trim(), v.maxCodePoints(MAX_HINT_CHARACTERS)))),
  field_data: optional(json(sized(v.record(v.string(), v.unknown()), MAX_SENT_CHARACTERS))),
  display_in_profile_summary: optional(boolean),
  required: optional(boolean),
  editable_by_user: optional(boolean),
};
