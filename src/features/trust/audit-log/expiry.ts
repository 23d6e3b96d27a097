import type { Expiry } from "../../../proofs/checkpoint.ts";
import type { Realm } from "../../../realm/realm.ts";
import { after, before, days, inMilliseconds, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { withoutFields } from "./erasable.ts";
import { auditPeriodsHook } from "./hooks.ts";
import {
  deleteEntriesBefore,
  firstEntry,
  firstWithContext,
  selectExpired,
  setContext,
  setExpired,
  withContextBefore,
} from "./rows.ts";

export const EXPIRY_TIMER = "audit-expiry";

const EXPIRY_BATCH = 500;
const PAUSE = milliseconds(1000);

interface RetentionCutoffs {
  /** After this time an entry has no address any more, nor with which program somebody came. */
  readonly context: Milliseconds;
  /** After this time an entry is deleted; null for never. Its hash stays, so that newer ones can be proven. */
  readonly entry: Milliseconds | null;
}

function kept(realm: Realm): RetentionCutoffs {
  const { address, entry } = realm.ask(auditPeriodsHook);
  return { context: inMilliseconds(days(address)), entry: entry === null ? null : inMilliseconds(days(entry)) };
}

/** Sees to it that an entry that has just been written loses its context in time. */
export const scheduleExpiry = (realm: Realm): void =>
  realm.timers.setSooner(EXPIRY_TIMER, after(realm.clock.milliseconds(), kept(realm).context));

/** Sees to it that a setting that was changed holds for the entries that there are. */
export const expireSoon = (realm: Realm): void => realm.timers.set(EXPIRY_TIMER, realm.clock.milliseconds());

/** The timer's work: takes away some of what is old enough, and sets the timer to when the next is. */
export function expire(realm: Realm): void {
  const now = realm.clock.milliseconds();
  const { context: contextKept, entry: entryKept } = kept(realm);
  const some = withContextBefore.all(realm.sql, { at: before(now, contextKept), most: EXPIRY_BATCH });
  for (const { id, context } of some) {
    setContext.run(realm.sql, { id, context: withoutFields(context) });
  }
  const deleted = entryKept === null ? 0 : deleteBefore(realm, before(now, entryKept));
  if (some.length === EXPIRY_BATCH || deleted === EXPIRY_BATCH) {
    realm.timers.set(EXPIRY_TIMER, after(now, PAUSE));
    return;
  }
  const next = [
    ...firstWithContext.all(realm.sql, {}).map(({ at }) => after(at, contextKept)),
    ...(entryKept === null ? [] : firstEntry.all(realm.sql, {}).map(({ at }) => after(at, entryKept))),
  ];
  if (next.length > 0) realm.timers.set(EXPIRY_TIMER, Math.min(...next) as Milliseconds);
}

function deleteBefore(realm: Realm, at: Milliseconds): number {
  const ids = deleteEntriesBefore.all(realm.sql, { at, most: EXPIRY_BATCH }).map(({ id }) => id);
  if (ids.length > 0) setExpired.run(realm.sql, { last: Math.max(...ids), before: at });
  return ids.length;
}

/** The entries that have been deleted for their age, as it is signed with an export. */
export const expiryNow = (realm: Realm): Expiry => ({
  ...selectExpired.one(realm.sql, {}),
  at: realm.clock.milliseconds(),
});
