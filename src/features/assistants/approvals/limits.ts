import type { Grant } from "../../../protocol/actor.ts";
import { badRequest, rateLimitHit } from "../../../protocol/errors.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import { RateLimiter } from "../../../util/rate-limiter.ts";
import {
  before,
  DAY,
  dayOf,
  days,
  inSeconds,
  MINUTE_MS,
  type Milliseconds,
  milliseconds,
  seconds,
} from "../../../util/time.ts";
import { addToDay, callsFromDay, deleteOldDays, selectDay } from "./rows.ts";

const CALLS_A_MINUTE = 60;
const WRITES_A_MINUTE = 20;
const WRITES_A_DAY = 200;
/** How long a waiting call blocks the grant's other waiting calls if its end is never recorded. */
const WAITS_AT_MOST = milliseconds(60_000);
const DAYS_KEPT = 90;

interface Counts {
  readonly limiter: RateLimiter;
  readonly waitingUntil: Map<number, Milliseconds>;
}

/**
 * Counts per minute. They are only in memory, because an organization's object is evicted only after some time without
 * calls.
 */
const countsOf = inMemory(({ clock }): Counts => ({ limiter: new RateLimiter(clock), waitingUntil: new Map() }));

export type ToolKind = "read" | "write" | "wait";

/**
 * Counts a tool call. If there are too many, throws an error that asks the model to wait. At twice the limit, throws a
 * 429 error, as for other requests.
 */
export function countToolCall(realm: Realm, { id }: Pick<Grant, "id">, kind: ToolKind): void {
  const { limiter, waitingUntil } = countsOf(realm);
  const hard = limiter.take(`all ${id}`, { most: 2 * CALLS_A_MINUTE, perMs: MINUTE_MS });
  if (hard.retryMs > 0) throw rateLimitHit(inSeconds(hard.retryMs));
  checkSoft(limiter, `calls ${id}`, CALLS_A_MINUTE);
  if (kind === "write") {
    checkSoft(limiter, `writes ${id}`, WRITES_A_MINUTE);
    const day = dayOf(realm.seconds());
    if ((selectDay.first(realm.sql, { grant: id, day })?.writes ?? 0) >= WRITES_A_DAY) {
      throw waitFor(seconds((day + 1) * DAY - realm.seconds()));
    }
  }
  if (kind === "wait") {
    const now = realm.clock.milliseconds();
    const until = waitingUntil.get(id) ?? now;
    if (until > now) throw badRequest("Another call waits already: wait until it has returned.");
    waitingUntil.set(id, milliseconds(now + WAITS_AT_MOST));
  }
  const day = dayOf(realm.seconds());
  const counted = { grant: id, day, reads: Number(kind !== "write"), writes: Number(kind === "write") };
  const { reads, writes } = addToDay.one(realm.sql, counted);
  if (reads + writes === 1) deleteOldDays.run(realm.sql, { before: dayOf(before(realm.seconds(), days(DAYS_KEPT))) });
}

export const callsSince = (realm: Realm, grant: number, day: number): number =>
  callsFromDay.one(realm.sql, { grant, day }).calls;

/** Records that a waiting call has returned. */
export const endWait = (realm: Realm, { id }: Pick<Grant, "id">): void => void countsOf(realm).waitingUntil.delete(id);

function checkSoft(limiter: RateLimiter, key: string, most: number): void {
  const { retryMs } = limiter.take(key, { most, perMs: MINUTE_MS });
  if (retryMs > 0) throw waitFor(inSeconds(retryMs));
}

const waitFor = (time: number) => badRequest(`Too many calls: wait ${Math.ceil(time)} seconds.`);
