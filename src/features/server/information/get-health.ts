import * as v from "valibot";
import { failureReason } from "../../../database/storage-health.ts";
import { action, setupAction } from "../../../endpoints/endpoint.ts";
import type { Realm } from "../../../realm/realm.ts";
import { sizeOf } from "../../../realm/shipping/database-room.ts";
import type { MailOutage } from "../../mail/hooks.ts";
import { waitingLetters } from "../../mail/mail.ts";
import { mailOutage } from "../../mail/outage.ts";
import { pushHealth } from "../../messages/push/queue.ts";

const reply = {
  /** "failing": the organization's database takes no writes. "lagging": D1 is behind, so that reads may fail. */
  status: v.picklist(["ok", "lagging", "failing"]),
  /** The reason why the organization is failing. */
  reason: v.optional(v.string()),
  organization: v.boolean(),
  bulk_store: v.optional(
    v.object({
      waiting: v.boolean(),
      failures: v.number(),
      /** The reason why D1 lags. */
      reason: v.optional(v.string()),
      /** Whether the organization's database or D1 was restored from a backup, and the two are being compared. */
      comparing: v.boolean(),
      /** The number of messages that have lost their content in both stores. */
      lost: v.number(),
      /** The number of rows that D1 has refused. */
      parked: v.number(),
      /** The name of the database. */
      database: v.string(),
      /** The size of the database after the last shipment, that of all its organizations together. */
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
  mail: v.optional(
    v.object({
      /** The way by which letters are sent. */
      by: v.picklist(["platform", "service", "smtp", "mailbox", "none"]),
      /** The number of letters that wait. Each is tried again, less and less often, for a day. */
      waiting: v.number(),
      /** There while no letter can be sent: since when, after how many attempts, and what the service has said last. */
      outage: v.optional(v.object({ began_at: v.number(), failures: v.number(), reason: v.string() })),
    }),
  ),
  push: v.optional(
    v.object({
      /** Whether there is a service for mobile devices, and whether browsers get pushes. */
      service: v.boolean(),
      browsers: v.boolean(),
      /** The number of messages whose pushes wait, and since when the first of them does: a service fails since about then. */
      waiting: v.number(),
      waiting_since: v.optional(v.number()),
    }),
  ),
};

const withoutMark = ({ began_at, failures, reason }: MailOutage) => ({ began_at, failures, reason });

function mailHealth(realm: Realm) {
  const outage = mailOutage(realm);
  return { by: realm.config.mail, waiting: waitingLetters(realm), ...(outage && { outage: withoutMark(outage) }) };
}

function healthOf(realm: Realm) {
  const { progress: move } = realm.mover;
  const { database, lag, size } = realm.shipper;
  const bulk_store = {
    ...lag,
    database,
    ...(size !== undefined && { size: sizeOf(size, realm.config) }),
    ...(move && { move }),
  };
  const told = { organization: true, bulk_store, mail: mailHealth(realm), push: pushHealth(realm) };
  const reason = failureReason(realm.identity.subdomain);
  if (reason !== undefined) return { status: "failing" as const, reason, ...told };
  const status = bulk_store.failures > 0 || bulk_store.comparing ? ("lagging" as const) : ("ok" as const);
  return { status, ...told };
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
