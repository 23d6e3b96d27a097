import type { Realm } from "../../../realm/realm.ts";
import { after, hours, inMilliseconds, type Milliseconds } from "../../../util/time.ts";

/** Failures of one kind are counted together for this long after the first. */
const TOGETHER = inMilliseconds(hours(1));
const MAX_KINDS = 1000;

interface Failures {
  readonly until: Milliseconds;
  count: number;
}

/** In memory only, so the counts restart with the object. */
const countedIn = new WeakMap<Realm, Map<string, Failures>>();

/**
 * Counts a failure of a kind. Returns the count if it deserves an entry: the first, second, fourth, eighth and so on.
 * That way, guessing passwords can't fill the log.
 */
export function countFailure(realm: Realm, kind: string): number | undefined {
  const counted = countedIn.get(realm) ?? new Map<string, Failures>();
  countedIn.set(realm, counted);
  const now = realm.clock.milliseconds();
  const before = counted.get(kind);
  const failures = before !== undefined && now < before.until ? before : { until: after(now, TOGETHER), count: 0 };
  counted.delete(kind);
  counted.set(kind, failures);
  const [oldest] = counted.keys();
  if (counted.size > MAX_KINDS && oldest !== undefined) counted.delete(oldest);
  failures.count += 1;
  return Number.isInteger(Math.log2(failures.count)) ? failures.count : undefined;
}
