import type { Actor } from "../../../protocol/actor.ts";
import { insufficientPermission } from "../../../protocol/errors.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { HOUR, type Seconds } from "../../../util/time.ts";
import { type Account, audit, auditRefusal, type Details, organizationEntity } from "./audit.ts";
import { readsAuditLogHook } from "./hooks.ts";

/** Throws unless the caller can read the whole audit log. */
export function accessAuditLog(realm: Realm, actor: Actor): void {
  if (realm.ask(readsAuditLogHook, actor)) return;
  auditRefusal(realm, "GET /audit_log");
  throw insufficientPermission();
}

const lastReadingsKey = cacheKey<Map<string, Seconds>>("audit-readings");

interface AuditedRead {
  /** Identifies the reader, so that readings repeated within an hour are recorded once. */
  readonly reader: string;
  /** The account that a program reads the log for. Defaults to the caller's account. */
  readonly by?: Account;
  readonly details?: Details;
}

/** Records that someone reads the log, at most once an hour per reader. */
export function noteReading(realm: Realm, { reader, ...act }: AuditedRead): void {
  const last = realm.cached(lastReadingsKey, () => new Map());
  const now = realm.seconds();
  const then = last.get(reader);
  if (then !== undefined && now - then < HOUR) return;
  last.set(reader, now);
  audit(realm, "audit.read", { of: organizationEntity(realm), ...act });
}
