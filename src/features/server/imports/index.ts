import * as v from "valibot";
import { feature } from "../../../feature.ts";
import { series } from "../../../metrics/families.ts";
import { isImportingHook } from "../../../realm/admission-hooks.ts";
import { job } from "../../../realm/job.ts";
import { on } from "../../../realm/realm.ts";
import { numbersHook } from "../../../realm/report/report-of.ts";
import { deleteBelow } from "../../files/storage/drop-files.ts";
import { heldPrefixesHook } from "../../files/storage/hooks.ts";
import { isImporting } from "./access.ts";
import { importEndpoints } from "./endpoints.ts";
import { archivePrefixes, DISCARD_ARCHIVE_JOB, WORK_ON_IMPORT_JOB } from "./imports.ts";
import { schema } from "./rows.ts";
import { importLost, workOnImport } from "./work-on-import.ts";

const discardArchive = job(v.object({ prefix: v.string() }), ({ env }, { prefix }) => deleteBelow(env.UPLOADS, prefix));

/**
 * Imports archives (src/archive-format). An archive is uploaded in parts, checked, and then written in small changes.
 * Each change stores its rows together with the position, so that every row is written exactly once even after crashes.
 * A separate object reads the archive and parses its texts (src/importer-object.ts), but stores no state. Imported rows
 * are sent to D1 like all others. Message ids are shifted by an offset that is reserved at the start. The previous
 * state is kept until the end, so that an import can be undone (undo/).
 */
export const imports = feature({
  name: "imports",
  schema,
  archive: {
    leftOut: {
      imports: "of the moment",
      import_parts: "of the moment",
      import_ids: "of the moment",
      import_later: "of the moment",
      import_files: "of the moment",
      import_names: "of the moment",
    },
  },
  endpoints: importEndpoints,
  jobs: { [WORK_ON_IMPORT_JOB]: workOnImport, [DISCARD_ARCHIVE_JOB]: discardArchive },
  lostJobs: { [WORK_ON_IMPORT_JOB]: importLost },
  patientJobs: [WORK_ON_IMPORT_JOB, DISCARD_ARCHIVE_JOB],
  handlers: [
    on(isImportingHook, isImporting),
    on(heldPrefixesHook, archivePrefixes),
    on(numbersHook, (realm) => ({ [series("parley_imports_running")]: Number(isImporting(realm)) })),
  ],
});
