import type { Config } from "../config/config.ts";
import { rateLimitHit } from "../protocol/errors.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import { machineClock } from "../util/clock.ts";
import { type LimitState, RateLimiter } from "../util/rate-limiter.ts";
import { inSeconds, MINUTE_MS } from "../util/time.ts";

/** Pages bring pictures with them: one that shows many people asks for many. */
const LIMITS = { worker: { most: 100, perMs: MINUTE_MS }, page: { most: 1000, perMs: MINUTE_MS } } as const;

/**
 * In the Worker's own memory: what no organization counts is cheap, and to ask an object for leave would cost more. On
 * Cloudflare there may be several Workers, each of which counts what comes to it.
 */
const limiter = new RateLimiter(machineClock);

/** Counts what the Worker does without asking an organization: by the address alone. */
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
