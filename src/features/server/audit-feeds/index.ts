import { feature } from "../../../feature.ts";
import { beginAuditExportEndpoint, getAuditExportPartEndpoint } from "./export-endpoints.ts";
import { exportPages } from "./export-page.ts";
import { getLogsEndpoint } from "./get-logs.ts";
import { auditPages } from "./pages.ts";
import {
  getCheckpointEndpoint,
  getConsistencyProofEndpoint,
  getInclusionProofEndpoint,
  getLogKeyEndpoint,
} from "./proof-endpoints.ts";
import { schema } from "./rows.ts";
import { createAuditTokenEndpoint, deleteAuditTokenEndpoint, getAuditTokensEndpoint } from "./token-endpoints.ts";

/** The audit log for other programs, and what proves to them that it was not changed. */
export const auditFeeds = feature({
  name: "audit-feeds",
  schema,
  endpoints: [
    getAuditTokensEndpoint,
    createAuditTokenEndpoint,
    deleteAuditTokenEndpoint,
    getLogsEndpoint,
    getLogKeyEndpoint,
    getCheckpointEndpoint,
    getInclusionProofEndpoint,
    getConsistencyProofEndpoint,
    beginAuditExportEndpoint,
    getAuditExportPartEndpoint,
  ],
  pages: [...auditPages, ...exportPages],
  archive: {
    leftOut: { audit_signing_key: "of this server's organization", audit_tokens: "of this server's organization" },
  },
});
