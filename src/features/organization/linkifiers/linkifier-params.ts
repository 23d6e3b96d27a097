import * as v from "valibot";
import { textOf } from "../../../endpoints/parameter.ts";

const MAX_CHARACTERS = 1000;
const line = textOf(v.pipe(v.string(), v.minLength(1), v.maxCodePoints(MAX_CHARACTERS)));

export const linkifierParams = { pattern: line, url_template: line };
