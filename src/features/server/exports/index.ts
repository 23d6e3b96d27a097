import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { fileDiscardedHook, namedFilesHook } from "../../files/storage/hooks.ts";
import { firstKeys } from "../../files/storage/named-files.ts";
import { userCreatedHook, userReactivatedHook } from "../../organization/accounts/hooks.ts";
import { settingChangedHook } from "../../people/user-settings/user-settings.ts";
import { END_ARCHIVE_JOB, FORGET_ARCHIVE_JOB, WRITE_ARCHIVE_JOB } from "./archives/archives.ts";
import { endArchiveLater, forgetArchive, holdForArchives } from "./archives/held-files.ts";
import { writeArchive } from "./archives/write-archive.ts";
import { downloadEndpoints, exportPage } from "./download.ts";
import { exportEndpoints } from "./endpoints.ts";
import { consentChanged, exportsChanged } from "./events.ts";
import {
  DISCARD_EXPORT_JOB,
  discardExport,
  emitConsent,
  exportKeys,
  WRITE_EXPORT_JOB,
  writeExport,
} from "./exports.ts";
import { schema } from "./rows.ts";

/**
 * Exports of an organization as archives (docs/export.md). Those started by administrators never contain secrets, and
 * only contain private data of users who consent. The server administrator can export everything.
 */
export const exports = feature({
  name: "exports",
  schema,
  archive: {
    leftOut: {
      exports: "of the server",
      archives: "of the server",
      archive_members: "of the server",
      held_files: "of the server",
    },
  },
  endpoints: [...exportEndpoints, ...downloadEndpoints],
  pages: [exportPage],
  events: [exportsChanged, consentChanged],
  jobs: {
    [WRITE_ARCHIVE_JOB]: writeArchive,
    [FORGET_ARCHIVE_JOB]: forgetArchive,
    [END_ARCHIVE_JOB]: endArchiveLater,
    [WRITE_EXPORT_JOB]: writeExport,
    [DISCARD_EXPORT_JOB]: discardExport,
  },
  // Retried for as long as R2 fails, so that every export ends and its pieces are deleted.
  patientJobs: [WRITE_ARCHIVE_JOB, FORGET_ARCHIVE_JOB, END_ARCHIVE_JOB, WRITE_EXPORT_JOB, DISCARD_EXPORT_JOB],
  handlers: [
    on(fileDiscardedHook, holdForArchives),
    on(userCreatedHook, emitConsent),
    on(userReactivatedHook, emitConsent),
    on(namedFilesHook, (realm, page) => firstKeys(exportKeys(realm), page)),
    on(settingChangedHook, (realm, user, name) => {
      if (name === "allow_private_data_export") emitConsent(realm, user);
    }),
  ],
});
