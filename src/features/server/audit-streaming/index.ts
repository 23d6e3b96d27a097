import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { entryWrittenHook } from "../../trust/audit-log/hooks.ts";
import { feedEndpoints } from "./endpoints.ts";
import { beginAuditExportEndpoint, exportPages, getAuditExportPartEndpoint } from "./export-endpoints.ts";
import { auditPages } from "./pages.ts";
import { deliverEntries } from "./push/deliver.ts";
import { beginDelivery, PUSH_JOB, PUSH_TIMER, scheduleDelivery } from "./push/destination.ts";
import { pushFeedEndpoints } from "./push/endpoints.ts";
import { schema as pushSchema } from "./push/rows.ts";
import { schema } from "./rows.ts";

/** Makes the audit log available to other programs, with proofs that it wasn't changed. */
export const auditFeeds = feature({
  name: "audit-feeds",
  schema: [...schema, ...pushSchema],
  endpoints: [...feedEndpoints, beginAuditExportEndpoint, getAuditExportPartEndpoint, ...pushFeedEndpoints],
  jobs: { [PUSH_JOB]: deliverEntries },
  // The job is retried for as long as the destination is unavailable, so that no entry is skipped.
  patientJobs: [PUSH_JOB],
  promptJobs: [PUSH_JOB],
  timers: { [PUSH_TIMER]: ({ realm }) => beginDelivery(realm) },
  handlers: [on(entryWrittenHook, scheduleDelivery)],
  pages: [...auditPages, ...exportPages],
  archive: {
    leftOut: {
      audit_signing_key: "of this server's organization",
      audit_tokens: "of this server's organization",
      audit_destination: "of this server's organization",
    },
  },
});
