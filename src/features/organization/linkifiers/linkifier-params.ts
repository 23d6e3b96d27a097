import * as v from "valibot";
import { textOf } from "../../../endpoints/parameter.ts";

const LONGEST = 1000;
const line = textOf(v.pipe(v.string(), v.minLength(1), v.maxCodePoints(LONGEST)));

export const linkifierParams = { pattern: line, url_template: line };
