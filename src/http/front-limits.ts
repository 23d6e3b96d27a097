import type { Config } from "../config/config.ts";
import { rateLimitHit } from "../protocol/errors.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { machineClock } from "../util/clock.ts";
import { type LimitState, RateLimiter } from "../util/rate-limiter.ts";
import { inSeconds, MINUTE_MS } from "../util/time.ts";

/** A page that shows many people requests as many pictures. */
const LIMITS = { edge: { most: 100, perMs: MINUTE_MS }, page: { most: 1000, perMs: MINUTE_MS } } as const;

/**
 * Counted in the Worker's own memory, because the limited work is cheap and asking an object would cost more. On
 * Cloudflare there can be several isolates of the Worker, and each counts its own requests.
 */
const limiter = new RateLimiter(machineClock);

/** Counts a request that no organization counts, by the caller's address. Throws over the limit. */
export function countAtFront(
  kind: keyof typeof LIMITS,
  { address }: RequestFacts,
  { rateLimits }: Config,
): LimitState | null {
  if (!rateLimits) return null;
  const limit = limiter.take(`${kind} from ${address}`, LIMITS[kind]);
  if (limit.retryMs > 0) throw rateLimitHit(inSeconds(limit.retryMs));
  return limit;
}
