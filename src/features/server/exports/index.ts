import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { firstKeys, namedFilesHook } from "../../files/storage/public.ts";
import { userCreatedHook, userReactivatedHook } from "../../organization/users/public.ts";
import { settingChangedHook } from "../../people/settings/public.ts";
import { emitConsent } from "./consents.ts";
import { deleteExportEndpoint } from "./delete-export.ts";
import { discardExport } from "./discard-export.ts";
import { exportPage, getExportFileEndpoint } from "./download.ts";
import { consentChanged, exportsChanged } from "./events.ts";
import { DISCARD_EXPORT_JOB, exportKeys, WRITE_EXPORT_JOB } from "./exports.ts";
import { getConsentsEndpoint } from "./get-consents.ts";
import { getExportsEndpoint } from "./get-exports.ts";
import { schema } from "./rows.ts";
import { startExportEndpoint } from "./start-export.ts";
import { writeExport } from "./write-export.ts";

/**
 * Exports of an organization as one file of compressed JSON lines, each a row of a table. They never have secrets, and
 * private data only of users who consent.
 */
export const exports = feature({
  name: "exports",
  schema,
  endpoints: [
    startExportEndpoint,
    getExportsEndpoint,
    deleteExportEndpoint,
    getConsentsEndpoint,
    getExportFileEndpoint,
  ],
  pages: [exportPage],
  events: [exportsChanged, consentChanged],
  jobs: { [WRITE_EXPORT_JOB]: writeExport, [DISCARD_EXPORT_JOB]: discardExport },
  // These jobs are tried until they succeed: every export ends, and its pieces are deleted however long R2 refuses.
  patientJobs: [WRITE_EXPORT_JOB, DISCARD_EXPORT_JOB],
  handlers: [
    on(userCreatedHook, emitConsent),
    on(userReactivatedHook, emitConsent),
    on(namedFilesHook, (realm, page) => firstKeys(exportKeys(realm), page)),
    on(settingChangedHook, (realm, user, name) => {
      if (name === "allow_private_data_export") emitConsent(realm, user);
    }),
  ],
});
