import type { Realm } from "../../../realm/realm.ts";
import { after, before, days, inMilliseconds, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { withoutFields } from "./erasable.ts";
import { deleteEntriesBefore, firstEntry, firstWithContext, setContext, withContextBefore } from "./rows.ts";

export const EXPIRY_TIMER = "audit-expiry";

/** After this time an entry has no address any more, nor with which program somebody came. */
const CONTEXT_KEPT = inMilliseconds(days(90));
/** After this time an entry is deleted. Its hash stays, so that newer ones can be proven. */
const ENTRY_KEPT = inMilliseconds(days(400));
const AT_ONCE = 500;
const PAUSE = milliseconds(1000);

/** Sees to it that an entry that has just been written loses its context in time. */
export const scheduleExpiry = (realm: Realm): void =>
  realm.timers.setSooner(EXPIRY_TIMER, after(realm.clock.milliseconds(), CONTEXT_KEPT));

/** The timer's work: takes away some of what is old enough, and sets the timer to when the next is. */
export function expire(realm: Realm): void {
  const now = realm.clock.milliseconds();
  const some = withContextBefore.all(realm.sql, { at: before(now, CONTEXT_KEPT), most: AT_ONCE });
  for (const { id, context } of some) {
    setContext.run(realm.sql, { id, context: withoutFields(context) });
  }
  const deleted = deleteEntriesBefore.all(realm.sql, { at: before(now, ENTRY_KEPT), most: AT_ONCE }).length;
  if (some.length === AT_ONCE || deleted === AT_ONCE) {
    realm.timers.set(EXPIRY_TIMER, after(now, PAUSE));
    return;
  }
  const next = [
    ...firstWithContext.all(realm.sql, {}).map(({ at }) => after(at, CONTEXT_KEPT)),
    ...firstEntry.all(realm.sql, {}).map(({ at }) => after(at, ENTRY_KEPT)),
  ];
  if (next.length > 0) realm.timers.set(EXPIRY_TIMER, Math.min(...next) as Milliseconds);
}
