import { feature } from "../../../feature.ts";
import { REPAIR_JOB, repairEndpoints, repairJob } from "./endpoints.ts";

/**
 * Compares an organization with D1 and R2, page by page, and repairs differences. The server administrator runs it with
 * `parley repair` after the organization, D1 or R2 was restored.
 */
export const repair = feature({
  name: "repair",
  endpoints: repairEndpoints,
  jobs: { [REPAIR_JOB]: repairJob },
  patientJobs: [REPAIR_JOB],
});
