import * as v from "valibot";
import { feature } from "../../../feature.ts";
import { job } from "../../../realm/job.ts";
import { dropFiles } from "./drop-files.ts";
import { DELETE_FILE_JOB, RESERVED_TIMER, schema, sweepReserved } from "./files.ts";

/** The file store: each file belongs to a row of the realm, or is reserved by a pending request. */
export const files = feature({
  name: "files",
  schema,
  archive: { leftOut: { reserved_files: "of the moment" } },
  timers: { [RESERVED_TIMER]: ({ realm }) => sweepReserved(realm) },
  jobs: {
    [DELETE_FILE_JOB]: job(v.object({ key: v.string() }), ({ env }, { key }) => dropFiles(env, key)),
  },
  // Files get deleted no matter how long the store is unavailable.
  patientJobs: [DELETE_FILE_JOB],
});
