import * as v from "valibot";
import { json, optional, textOf } from "../../../endpoints/parameter.ts";
import { limits } from "../../../protocol/limit-table.ts";

const MAX_CHARACTERS = 1000;
const text = v.pipe(v.string(), v.maxCodePoints(MAX_CHARACTERS));
const line = textOf(v.pipe(text, v.minLength(1)));
/** An empty text stands for none. */
const lineOrNone = textOf(
  v.pipe(
    text,
    v.transform((given) => (given === "" ? null : given)),
  ),
);

export const linkifierParams = {
  pattern: line,
  url_template: line,
  example_input: optional(lineOrNone),
  reverse_template: optional(lineOrNone),
  alternative_url_templates: optional(
    json(v.pipe(v.array(v.pipe(text, v.minLength(1))), v.maxLength(limits.list.templates))),
  ),
};
