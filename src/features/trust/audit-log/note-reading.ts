import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { HOUR, type Seconds } from "../../../util/time.ts";
import { type Account, audit, type Details, organizationEntity } from "./audit.ts";

const lastReadingsKey = cacheKey<Map<string, Seconds>>("audit-readings");

interface AuditedRead {
  /** A name for who or what reads, by which its readings are known as those of one. */
  readonly reader: string;
  /** The account for which a program reads; that of the call otherwise. */
  readonly by?: Account;
  readonly details?: Details;
}

/** Records that somebody reads the log: once an hour. */
export function noteReading(realm: Realm, { reader, ...act }: AuditedRead): void {
  const last = realm.cached(lastReadingsKey, () => new Map());
  const now = realm.seconds();
  const then = last.get(reader);
  if (then !== undefined && now - then < HOUR) return;
  last.set(reader, now);
  audit(realm, "audit.read", { of: organizationEntity(realm), ...act });
}
