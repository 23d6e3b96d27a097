import { feature } from "../../../feature.ts";
import { checkFilesEndpoint } from "./check-files.ts";
import {
  checkIdentityEndpoint,
  checkRowsEndpoint,
  endRepairEndpoint,
  getStoresEndpoint,
  putBackEndpoint,
  REPAIR_JOB,
  repairJob,
  repairStoresEndpoint,
} from "./endpoints.ts";

/**
 * Compares an organization with D1 and R2, page by page, and repairs differences. The server administrator runs it with
 * `parley repair` after the organization, D1 or R2 was restored.
 */
export const repair = feature({
  name: "repair",
  endpoints: [
    getStoresEndpoint,
    checkIdentityEndpoint,
    checkRowsEndpoint,
    checkFilesEndpoint,
    repairStoresEndpoint,
    endRepairEndpoint,
    putBackEndpoint,
  ],
  jobs: { [REPAIR_JOB]: repairJob },
  patientJobs: [REPAIR_JOB],
});
