import * as v from "valibot";
import { job } from "../../../realm/job.ts";
import { deleteBelow } from "../../files/storage/public.ts";

/** Deletes the parts of an archive from the store. */
export const discardArchive = job(v.object({ prefix: v.string() }), ({ env }, { prefix }) =>
  deleteBelow(env.UPLOADS, prefix),
);
