import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { databaseFillingHook, databaseRoomyHook, rowsRefusedHook } from "../../../realm/replication/hooks.ts";
import { mailFailingHook, mailWorksAgainHook } from "../../email/hooks.ts";
import { createOrganizationEndpoint } from "./create-organization.ts";
import {
  getFoundedEndpoint,
  getSubdomainEndpoint,
  linkByOperatorEndpoint,
  resetByOperatorEndpoint,
  setPasswordEndpoint,
  tryMailEndpoint,
} from "./endpoints.ts";
import { endWholeExportEndpoint, exportOrganizationEndpoint, getWholeExportEndpoint } from "./export-organization.ts";
import { foundingPages } from "./founding-pages.ts";
import { healthPage, metricsPage } from "./monitoring-pages.ts";
import { moveOrganizationEndpoint } from "./move-organization.ts";
import { operateOrganizationEndpoints } from "./operate-organization.ts";
import { operatePeopleEndpoints } from "./operate-people.ts";
import { reactivateOrganizationEndpoint } from "./reactivate-organization.ts";
import { countSetupAttemptEndpoint, listOrganizationsEndpoint } from "./setup-token.ts";
import { tryPushEndpoint } from "./try-push.ts";
import {
  noteRoom,
  notifyAdminsOfMail,
  warnOfBackupEndpoint,
  warnOfDiskEndpoint,
  warnOfFilling,
  warnOfMail,
  warnOfRefused,
} from "./warnings/warn-administrators.ts";
import { FILLING_JOB, fillingJob } from "./warnings/warn-operator.ts";

/** Creates organizations, and reactivates deactivated ones. */
export const setup = feature({
  name: "entrance",
  endpoints: [
    getSubdomainEndpoint,
    createOrganizationEndpoint,
    listOrganizationsEndpoint,
    reactivateOrganizationEndpoint,
    moveOrganizationEndpoint,
    exportOrganizationEndpoint,
    getWholeExportEndpoint,
    endWholeExportEndpoint,
    resetByOperatorEndpoint,
    linkByOperatorEndpoint,
    setPasswordEndpoint,
    ...operatePeopleEndpoints,
    ...operateOrganizationEndpoints,
    warnOfDiskEndpoint,
    warnOfBackupEndpoint,
    tryMailEndpoint,
    tryPushEndpoint,
    countSetupAttemptEndpoint,
    getFoundedEndpoint,
  ],
  jobs: { [FILLING_JOB]: fillingJob },
  pages: [healthPage, metricsPage, ...foundingPages],
  handlers: [
    on(databaseFillingHook, warnOfFilling),
    on(databaseRoomyHook, noteRoom),
    on(rowsRefusedHook, warnOfRefused),
    on(mailFailingHook, warnOfMail),
    on(mailWorksAgainHook, notifyAdminsOfMail),
  ],
});
