import * as v from "valibot";
import { job } from "../../../realm/job.ts";

/** As many as the store removes at once. */
const AT_ONCE = 1000;
const payloadSchema = v.object({ keys: v.array(v.string()) });

export const discardExport = job(payloadSchema, async ({ env }, { keys }) => {
  for (let from = 0; from < keys.length; from += AT_ONCE) await env.UPLOADS.delete(keys.slice(from, from + AT_ONCE));
});
