import * as v from "valibot";
import { job } from "../../../realm/job.ts";
import { deleteBelow } from "../../files/storage/drop-files.ts";

/** Job: deletes the parts of an archive from the store. */
export const discardArchive = job(v.object({ prefix: v.string() }), ({ env }, { prefix }) =>
  deleteBelow(env.UPLOADS, prefix),
);
