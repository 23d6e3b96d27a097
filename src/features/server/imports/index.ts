import { feature } from "../../../feature.ts";
import { series } from "../../../metrics/series.ts";
import { isImportingHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { numbersHook } from "../../../realm/report/hooks.ts";
import { heldPrefixesHook } from "../../files/storage/hooks.ts";
import { isImporting } from "./access.ts";
import { cancelImportEndpoint, checkImportEndpoint, startImportEndpoint } from "./act-on-import.ts";
import { discardArchive } from "./discard-archive.ts";
import {
  createImportEndpoint,
  deleteImportEndpoint,
  getImportEndpoint,
  getImportsEndpoint,
  putPartEndpoint,
} from "./endpoints.ts";
import { archivePrefixes, DISCARD_ARCHIVE_JOB, WORK_ON_IMPORT_JOB } from "./imports.ts";
import { schema } from "./rows.ts";
import { importLost, workOnImport } from "./work-on-import.ts";

/**
 * Imports of archives (src/archive). The archive is uploaded in parts, checked, and then written in small changes: each
 * has some rows, and how far the import has come, so that it goes on after any end of the program, with every row exactly
 * once. An object of its own reads the archive and parses its texts (src/importer-object.ts); all state is here. Rows
 * take the way of every other row to D1. Message ids get one number added, which is reserved for them from the start;
 * what was there before is kept aside until the end, so that an import can be undone (undo/).
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
  endpoints: [
    createImportEndpoint,
    getImportsEndpoint,
    getImportEndpoint,
    deleteImportEndpoint,
    putPartEndpoint,
    checkImportEndpoint,
    startImportEndpoint,
    cancelImportEndpoint,
  ],
  jobs: { [WORK_ON_IMPORT_JOB]: workOnImport, [DISCARD_ARCHIVE_JOB]: discardArchive },
  lostJobs: { [WORK_ON_IMPORT_JOB]: importLost },
  patientJobs: [WORK_ON_IMPORT_JOB, DISCARD_ARCHIVE_JOB],
  handlers: [
    on(isImportingHook, isImporting),
    on(heldPrefixesHook, archivePrefixes),
    on(numbersHook, (realm) => ({ [series("parley_imports_running")]: Number(isImporting(realm)) })),
  ],
});
