import { rateLimitHit } from "../../../protocol/errors.ts";
import { inMemory, type Realm } from "../../../realm/realm.ts";
import { entryOf } from "../../../util/collections.ts";
import { type Limit, RateLimiter } from "../../../util/rate-limiter.ts";
import { HOUR_MS, inSeconds, MINUTE_MS } from "../../../util/time.ts";

const limits = {
  /** Token requests per grant. */
  tokens: { most: 20, perMs: MINUTE_MS },
  /** Requests with wrong codes, tokens or clients, per IP address. */
  failures: { most: 5, perMs: MINUTE_MS },
  /** Client registrations per IP address. */
  registrations: { most: 10, perMs: HOUR_MS },
} as const satisfies Readonly<Record<string, Limit>>;

/** A rate limiter for each kind of action, because the kinds have different windows. */
const limitersIn = inMemory(() => new Map<string, RateLimiter>());

/** Counts an action. Throws if the limit is exceeded. */
export function countAction(realm: Realm, kind: keyof typeof limits, key: string | number): void {
  if (!realm.config.rateLimits) return;
  const limiter = entryOf(limitersIn(realm), kind, () => new RateLimiter(realm.clock));
  const { retryMs } = limiter.take(String(key), limits[kind]);
  if (retryMs > 0) throw rateLimitHit(inSeconds(retryMs));
}
