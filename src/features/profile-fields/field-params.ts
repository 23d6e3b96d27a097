import * as v from "valibot";
import { boolean, json, optional, textOf } from "../../http/parameter.ts";

const NAME = 40;
const HINT = 80;

export const fieldParams = {
  name: optional(textOf(v.pipe(v.string(), v.trim(), v.maxCodePoints(NAME)))),
  hint: optional(textOf(v.pipe(v.string(), v.trim(), v.maxCodePoints(HINT)))),
  field_data: optional(json(v.record(v.string(), v.unknown()))),
  display_in_profile_summary: optional(boolean),
  required: optional(boolean),
  editable_by_user: optional(boolean),
};
