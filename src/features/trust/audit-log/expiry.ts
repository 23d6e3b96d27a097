import type { Expiry } from "../../../merkle-log/checkpoint.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, days, inMilliseconds, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { withoutFields } from "./erasure.ts";
import { auditPeriodsHook } from "./hooks.ts";
import * as rows from "./rows.ts";

export const EXPIRY_TIMER = "audit-expiry";

const EXPIRY_BATCH = 500;
const PAUSE = milliseconds(1000);

interface RetentionCutoffs {
  /** Age at which an entry loses its IP address and program. */
  readonly context: Milliseconds;
  /**
   * Age at which an entry is deleted, or null to keep all entries forever. The hash of a deleted entry remains, so that
   * the other entries can still be proven.
   */
  readonly entry: Milliseconds | null;
}

function retentionCutoffs(realm: Realm): RetentionCutoffs {
  const { address, entry } = realm.ask(auditPeriodsHook);
  return { context: inMilliseconds(days(address)), entry: entry === null ? null : inMilliseconds(days(entry)) };
}

export const scheduleExpiry = (realm: Realm): void =>
  realm.timers.setSooner(EXPIRY_TIMER, after(realm.clock.milliseconds(), retentionCutoffs(realm).context));

export const expireSoon = (realm: Realm): void => realm.timers.set(EXPIRY_TIMER, realm.clock.milliseconds());

/** Runs on the timer: erases or deletes a batch of the entries that are old enough, and schedules the next run. */
export function expire(realm: Realm): void {
  const now = realm.clock.milliseconds();
  const { context: contextKept, entry: entryKept } = retentionCutoffs(realm);
  const some = rows.withContextBefore.all(realm.sql, { at: before(now, contextKept), most: EXPIRY_BATCH });
  for (const { id, context } of some) {
    rows.setContext.run(realm.sql, { id, context: withoutFields(context) });
  }
  const deleted = entryKept === null ? 0 : deleteBefore(realm, before(now, entryKept));
  if (some.length === EXPIRY_BATCH || deleted === EXPIRY_BATCH) {
    realm.timers.set(EXPIRY_TIMER, after(now, PAUSE));
    return;
  }
  const next = [
    ...rows.firstWithContext.all(realm.sql, {}).map(({ at }) => after(at, contextKept)),
    ...(entryKept === null ? [] : rows.firstEntry.all(realm.sql, {}).map(({ at }) => after(at, entryKept))),
  ];
  if (next.length > 0) realm.timers.set(EXPIRY_TIMER, Math.min(...next) as Milliseconds);
}

function deleteBefore(realm: Realm, at: Milliseconds): number {
  const ids = rows.deleteEntriesBefore.all(realm.sql, { at, most: EXPIRY_BATCH }).map(({ id }) => id);
  if (ids.length > 0) rows.setExpired.run(realm.sql, { last: Math.max(...ids), before: at });
  return ids.length;
}

/** Returns which entries were deleted because of their age, in the form that is signed with an export. */
export const expiryNow = (realm: Realm): Expiry => ({
  ...rows.selectExpired.one(realm.sql, {}),
  at: realm.clock.milliseconds(),
});
