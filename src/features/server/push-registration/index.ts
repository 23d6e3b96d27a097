import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { unknownToServiceHook } from "../../messages/push-notifications/hooks.ts";
import { settingStoredHook } from "../../organization/organization-settings/hooks.ts";
import { prepareVerificationEndpoint, reportNowEndpoint, verifyServerEndpoint } from "./endpoints.ts";
import { schema } from "./facts.ts";
import { describeForPushEndpoint, recordStatusEndpoint } from "./organization-endpoints.ts";
import { REPORT_JOB, reportChange, reportJob, reportUnknown } from "./report-job.ts";

/** Registers the server at the push service and reports all its organizations there. */
export const pushRegistration = feature({
  name: "push registration",
  schema,
  archive: {
    leftOut: {
      push_registration: "of the server: a service refuses ids of organizations that another server has told",
    },
  },
  endpoints: [
    reportNowEndpoint,
    prepareVerificationEndpoint,
    verifyServerEndpoint,
    describeForPushEndpoint,
    recordStatusEndpoint,
  ],
  jobs: { [REPORT_JOB]: reportJob },
  handlers: [on(settingStoredHook, reportChange), on(unknownToServiceHook, reportUnknown)],
});
