import * as v from "valibot";
import { failureReason } from "../../../database/storage-health.ts";
import { action, setupAction } from "../../../endpoints/endpoint.ts";
import type { Realm } from "../../../realm/realm.ts";
import { sizeOf } from "../../../realm/shipping/database-room.ts";

const reply = {
  /** "failing": the organization's database takes no writes. "lagging": D1 is behind, so that reads may fail. */
  status: v.picklist(["ok", "lagging", "failing"]),
  /** Why the organization is failing. */
  reason: v.optional(v.string()),
  organization: v.boolean(),
  bulk_store: v.optional(
    v.object({
      waiting: v.boolean(),
      failures: v.number(),
      /** Why D1 lags. */
      reason: v.optional(v.string()),
      /** Whether the organization's database or D1 was restored from a backup, and the two are being compared. */
      comparing: v.boolean(),
      /** How many messages have lost their content in both stores. */
      lost: v.number(),
      /** How many rows D1 has refused. */
      parked: v.number(),
      /** The name of the database. */
      database: v.string(),
      /** How large the database was after the last shipment, that of all its organizations together. */
      size: v.optional(
        v.object({
          bytes: v.number(),
          limit: v.nullable(v.number()),
          /** Whether it is filled to four fifths: it is time for another database, or for less. */
          is_filling: v.boolean(),
        }),
      ),
      /** A move to another database, or what is left of one to be removed there. */
      move: v.optional(
        v.object({
          phase: v.picklist(["clearing", "copying", "removing"]),
          database: v.string(),
          rows: v.number(),
          failures: v.number(),
          error: v.optional(v.string()),
        }),
      ),
    }),
  ),
};

function healthOf(realm: Realm) {
  const { progress: move } = realm.mover;
  const { database, lag, size } = realm.shipper;
  const bulk_store = {
    ...lag,
    database,
    ...(size !== undefined && { size: sizeOf(size, realm.config) }),
    ...(move && { move }),
  };
  const reason = failureReason(realm.identity.subdomain);
  if (reason !== undefined) return { status: "failing" as const, reason, organization: true, bulk_store };
  const status = bulk_store.failures > 0 || bulk_store.comparing ? ("lagging" as const) : ("ok" as const);
  return { status, organization: true, bulk_store };
}

const traits = { limited: false, probesStorage: true, params: {}, reply } as const;

/** The health of the caller's organization. An endpoint of this server's own. */
export const getHealthEndpoint = action({
  route: "GET /health",
  by: "administrator",
  ...traits,
  run: ({ realm }) => healthOf(realm),
});

/** The same for the page that monitors ask, which decides who is told what of it. */
export const getWholeHealthEndpoint = setupAction({
  route: "GET /health/whole",
  internal: true,
  evenDeactivated: true,
  ...traits,
  run: ({ realm }) => healthOf(realm),
  absent: () => ({ status: "ok" as const, organization: false }),
});
