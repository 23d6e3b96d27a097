import * as v from "valibot";
import { textOf } from "../../../endpoints/parameter.ts";

const LONGEST_FRAGMENT = 1000;
const LONGEST_NAME = 100;

const filled = (most: number) => textOf(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxCodePoints(most)));

export const fragmentParam = filled(LONGEST_FRAGMENT);
export const nameParam = filled(LONGEST_NAME);
