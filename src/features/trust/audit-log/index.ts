import { feature } from "../../../feature.ts";
import { roleRefusedHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { putBackHook } from "../../../realm/replication/hooks.ts";
import { audit, auditRefusal, organizationEntity } from "./audit.ts";
import { getAuditLogEndpoint, getOwnAuditLogEndpoint } from "./endpoints.ts";
import { EXPIRY_TIMER, expire } from "./expiry.ts";
import { entriesInBulk, schema } from "./rows.ts";

/** Audit log: who did what to others, written within the change it is about. */
export const auditLog = feature({
  name: "audit-log",
  schema,
  bulk: [entriesInBulk],
  endpoints: [getAuditLogEndpoint, getOwnAuditLogEndpoint],
  handlers: [
    on(putBackHook, (realm) => audit(realm, "organization.put_back", { of: organizationEntity(realm) })),
    on(roleRefusedHook, (realm, route) => {
      if (!route.startsWith("GET ")) auditRefusal(realm, route);
    }),
  ],
  timers: { [EXPIRY_TIMER]: ({ realm }) => expire(realm) },
  archive: {
    leftOut: {
      audit_entries: "of this server's organization",
      audit_hashes: "of this server's organization",
      audit_expired: "of this server's organization",
    },
  },
});
