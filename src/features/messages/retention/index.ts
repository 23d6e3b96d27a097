import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { retentionChangedHook } from "../../organization/organization-settings/hooks.ts";
import { deletionStepsHook } from "../message-deletion/message-deletion.ts";
import { countExpiringEndpoint } from "./count-expiring.ts";
import { deleteExpired, goOnExpiring, RETENTION_TIMER, scheduleExpiry, schema } from "./retention.ts";

/** Deletes messages older than the retention period of their channel or of the organization. */
export const retention = feature({
  name: "retention",
  schema,
  archive: { leftOut: { retention: "of the moment", retention_counts: "of the moment" } },
  endpoints: [countExpiringEndpoint],
  handlers: [on(retentionChangedHook, scheduleExpiry), on(deletionStepsHook, goOnExpiring)],
  timers: { [RETENTION_TIMER]: ({ realm }) => deleteExpired(realm) },
});
