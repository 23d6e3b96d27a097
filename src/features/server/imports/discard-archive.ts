import * as v from "valibot";
import { job } from "../../../realm/job.ts";

/** Deletes the parts of an archive from the store. */
export const discardArchive = job(v.object({ prefix: v.string() }), async ({ env }, { prefix }) => {
  for (;;) {
    const { objects, truncated } = await env.UPLOADS.list({ prefix });
    if (objects.length > 0) await env.UPLOADS.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
});
