import * as v from "valibot";

/** Ids as clients list them. */
export const ids = v.array(v.pipe(v.number(), v.safeInteger()));
