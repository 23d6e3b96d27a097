import type { Realm } from "../../../realm/realm.ts";
import { after, hours, inMilliseconds, type Milliseconds } from "../../../util/time.ts";

/** Failures of one kind count together for so long after the first. */
const TOGETHER = inMilliseconds(hours(1));
const MAX_KINDS = 1000;

interface Failures {
  readonly until: Milliseconds;
  count: number;
}

/** Kept in memory only: an object that begins anew counts anew. */
const countedIn = new WeakMap<Realm, Map<string, Failures>>();

/**
 * Counts a failure of a kind. Returns how many there were where that is worth an entry, which the first, second, fourth, eighth
 * and so on are: whoever guesses at passwords cannot fill the log.
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
