import * as v from "valibot";
import { boolean, json, optional, textOf } from "../../../endpoints/parameter.ts";
import { sized } from "../../../protocol/bounded.ts";
import { MOST_FIELD_DATA } from "./field-data.ts";

const NAME = 40;
const HINT = 80;

export const fieldParams = {
  name: optional(textOf(v.pipe(v.string(), v.trim(), v.maxCodePoints(NAME)))),
  hint: optional(textOf(v.pipe(v.string(), v.trim(), v.maxCodePoints(HINT)))),
  field_data: optional(json(sized(v.record(v.string(), v.unknown()), MOST_FIELD_DATA))),
  display_in_profile_summary: optional(boolean),
  required: optional(boolean),
  editable_by_user: optional(boolean),
};
