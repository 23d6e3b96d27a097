import * as v from "valibot";
import { setupAction, shapedAction } from "../../../api/endpoint.ts";
import { failureReason } from "../../../database/storage-health.ts";
import type { Realm } from "../../../realm/realm.ts";
import { databaseSize } from "../../../realm/replication/database-room.ts";
import { countWaitingEmails } from "../../email/email.ts";
import type { MailOutage } from "../../email/hooks.ts";
import { mailOutage } from "../../email/outage.ts";
import { pushHealth } from "../../messages/push-notifications/queue.ts";
import { newer, newerVersion } from "./newer-version.ts";

const reply = {
  /**
   * "failing": the organization's database doesn't accept writes. "lagging": D1 lacks recent rows, so reads can fail.
   */
  status: v.picklist(["ok", "lagging", "failing"]),
  reason: v.optional(v.string()),
  organization: v.boolean(),
  bulk_store: v.optional(
    v.object({
      waiting: v.boolean(),
      failures: v.number(),
      reason: v.optional(v.string()),
      /** Whether the organization and D1 are being compared, because one of them was restored from a backup. */
      comparing: v.boolean(),
      /** Number of messages whose content both stores have lost. */
      lost: v.number(),
      /** Number of rows that D1 rejected. */
      parked: v.number(),
      database: v.string(),
      /** Size of the database when rows were last sent to it, including those of other organizations. */
      size: v.optional(
        v.object({
          bytes: v.number(),
          limit: v.nullable(v.number()),
          /** Whether the database is 80% full, so that it is time to add another one, or to delete data. */
          is_filling: v.boolean(),
        }),
      ),
      /** The move to another database, or the cleanup after it. */
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
      by: v.picklist(["platform", "service", "smtp", "mailbox", "none"]),
      /** Number of emails waiting to be sent. Each is retried for a day, at growing intervals. */
      waiting: v.number(),
      /** Set while no email can be sent: start of the outage, failed attempts, and the service's last response. */
      outage: v.optional(v.object({ began_at: v.number(), failures: v.number(), reason: v.string() })),
    }),
  ),
  push: v.optional(
    v.object({
      /** Whether mobile pushes are configured, and whether browsers get pushes. */
      service: v.boolean(),
      browsers: v.boolean(),
      /**
       * Number of messages with pending pushes, and when the oldest of them started to wait, which is about when a
       * service began to fail.
       */
      waiting: v.number(),
      waiting_since: v.optional(v.number()),
    }),
  ),
};

const withoutMark = ({ began_at, failures, reason }: MailOutage) => ({ began_at, failures, reason });

function mailHealth(realm: Realm) {
  const outage = mailOutage(realm);
  return { by: realm.config.mail, waiting: countWaitingEmails(realm), ...(outage && { outage: withoutMark(outage) }) };
}

function healthOf(realm: Realm) {
  const { progress: move } = realm.mover;
  const { database, lag, size } = realm.shipper;
  const bulk_store = {
    ...lag,
    database,
    ...(size !== undefined && { size: databaseSize(size, realm.config) }),
    ...(move && { move }),
  };
  const told = { organization: true, bulk_store, mail: mailHealth(realm), push: pushHealth(realm) };
  const reason = failureReason(realm.identity.subdomain);
  if (reason !== undefined) return { status: "failing" as const, reason, ...told };
  const status = bulk_store.failures > 0 || bulk_store.comparing ? ("lagging" as const) : ("ok" as const);
  return { status, ...told };
}

const traits = { limited: false, probesStorage: true, params: {}, reply } as const;

/** Returns the health of the caller's organization. Not part of Zulip's API. */
export const getHealthEndpoint = shapedAction({
  route: "GET /health",
  by: "administrator",
  ...traits,
  reply: { ...reply, ...newer },
  run: ({ realm }) => healthOf(realm),
  shape: async ({ result, ...worker }) => ({ ...result, ...(await newerVersion(worker)) }),
});

/** Returns the organization's health to the monitoring page, which decides what each caller can see. */
export const getWholeHealthEndpoint = setupAction({
  route: "GET /health/whole",
  internal: true,
  evenDeactivated: true,
  ...traits,
  run: ({ realm }) => healthOf(realm),
  absent: () => ({ status: "ok" as const, organization: false }),
});
