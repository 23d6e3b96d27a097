import * as v from "valibot";
import { boundedList } from "../../../../protocol/bounded.ts";

/** A list of ids in a parameter. */
export const ids = boundedList(v.pipe(v.number(), v.safeInteger()), "ids");
