import * as v from "valibot";
import { failureReason } from "../../../database/storage-health.ts";
import { setupAction } from "../../../endpoints/endpoint.ts";

export const getHealthEndpoint = setupAction({
  route: "GET /health",
  always: true,
  limited: false,
  probesStorage: true,
  params: {},
  reply: {
    /** Of an organization that is "failing" nothing can be stored; one that is "lagging" can be written, if not read. */
    status: v.picklist(["ok", "lagging", "failing"]),
    /** Why it fails. */
    reason: v.optional(v.string()),
    organization: v.boolean(),
    bulk_store: v.optional(
      v.object({
        waiting: v.boolean(),
        failures: v.number(),
        /** Why it lags. */
        reason: v.optional(v.string()),
        /** Whether one of the stores was put back, and they are being brought together. */
        comparing: v.boolean(),
        /** How many messages have no text any more, in neither store. */
        lost: v.number(),
        /** How many rows the bulk store does not take. */
        parked: v.number(),
      }),
    ),
  },
  run({ realm }) {
    const bulk_store = realm.shipper.lag;
    const reason = failureReason(realm.identity.subdomain);
    if (reason !== undefined) return { status: "failing" as const, reason, organization: true, bulk_store };
    const status = bulk_store.failures > 0 || bulk_store.comparing ? ("lagging" as const) : ("ok" as const);
    return { status, organization: true, bulk_store };
  },
  absent: () => ({ status: "ok" as const, organization: false }),
});
