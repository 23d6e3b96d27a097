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
 * Whether an organization, D1 and R2 agree, page by page, and what is done where they do not: for whoever runs the server,
 * after one of them was put back. `parley repair` calls these.
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
