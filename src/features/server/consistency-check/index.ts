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
 * Compares an organization with D1 and R2, page by page, and repairs differences. For the server administrator, after
 * one of them was restored. `parley repair` calls these.
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
