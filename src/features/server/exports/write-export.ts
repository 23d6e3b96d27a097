import * as v from "valibot";
import { job } from "../../../realm/job.ts";
import { beginAnew } from "./exports.ts";

/** Takes over an export that an earlier program was writing. */
export const writeExport = job(v.object({ id: v.number() }), ({ realm }, { id }) =>
  realm.change(() => beginAnew(realm, id)),
);
