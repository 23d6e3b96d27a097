import * as v from "valibot";
import { job } from "../../../realm/job.ts";

/** The most keys that R2 deletes in one call. */
const MAX_KEYS = 1000;
const payloadSchema = v.object({ keys: v.array(v.string()) });

/** Deletes the pieces of an export from R2. */
export const discardExport = job(payloadSchema, async ({ env }, { keys }) => {
  for (let from = 0; from < keys.length; from += MAX_KEYS) await env.UPLOADS.delete(keys.slice(from, from + MAX_KEYS));
});
