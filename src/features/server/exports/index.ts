import { feature } from "../../../feature.ts";
import { on } from "../../../realm/hook.ts";
import { userCreatedHook, userReactivatedHook } from "../../organization/users/hooks.ts";
import { settingChangedHook } from "../../people/settings/hooks.ts";
import { tellConsent } from "./consents.ts";
import { deleteExportEndpoint } from "./delete-export.ts";
import { discardExport } from "./discard-export.ts";
import { exportPage, getExportFileEndpoint } from "./download.ts";
import { consentChanged, exportsChanged } from "./events.ts";
import { DISCARD_EXPORT_JOB, WRITE_EXPORT_JOB } from "./exports.ts";
import { getConsentsEndpoint } from "./get-consents.ts";
import { getExportsEndpoint } from "./get-exports.ts";
import { schema } from "./rows.ts";
import { startExportEndpoint } from "./start-export.ts";
import { writeExport } from "./write-export.ts";

/**
 * The whole of an organization as one file: JSON lines, compressed. Each line is a row of a table; secrets are never
 * among them, and what is private only where those whom it belongs to allow it.
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
  // Whatever becomes of it, an export that has begun ends; and its pieces are removed however long that takes.
  patientJobs: [WRITE_EXPORT_JOB, DISCARD_EXPORT_JOB],
  handlers: [
    on(userCreatedHook, tellConsent),
    on(userReactivatedHook, tellConsent),
    on(settingChangedHook, (realm, user, name) => {
      if (name === "allow_private_data_export") tellConsent(realm, user);
    }),
  ],
});
