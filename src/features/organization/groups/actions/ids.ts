import * as v from "valibot";
import { boundedList } from "../../../../protocol/bounded.ts";

/** Ids as clients list them. */
export const ids = boundedList(v.pipe(v.number(), v.safeInteger()), "ids");
