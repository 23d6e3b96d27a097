import * as v from "valibot";
import { job } from "../../../realm/job.ts";
import { deleteKeys } from "../../files/storage/drop-files.ts";
import { beginAnew } from "./exports.ts";

/** Job: restarts an export as an archive, after an earlier version of the program was writing it as lines. */
export const writeExport = job(v.object({ id: v.number() }), ({ realm }, { id }) =>
  realm.change(() => beginAnew(realm, id)),
);

/** Job: deletes the pieces of an export that an earlier version of the program wrote to R2. */
export const discardExport = job(v.object({ keys: v.array(v.string()) }), ({ env }, { keys }) =>
  deleteKeys(env.UPLOADS, keys),
);
