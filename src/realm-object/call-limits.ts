import type { Counted } from "../api/endpoint.ts";
import { rateLimitHit } from "../protocol/errors.ts";
import type { Limit, LimitState, RateLimiter } from "../util/rate-limiter.ts";
import { inSeconds, MINUTE_MS } from "../util/time.ts";

const perMinute = (most: number): Limit => ({ most, perMs: MINUTE_MS });

/** Rate limits per account, and per address for all callers without an account (conventions.md 6). */
const LIMITS = {
  calls: { account: perMinute(200), address: perMinute(100) },
  files: { account: perMinute(1000), address: perMinute(1000) },
  assistants: { account: perMinute(200), address: perMinute(100) },
  // Each can take a minute of a paid machine.
  transcripts: { account: perMinute(4), address: perMinute(4) },
  refusals: { account: perMinute(100), address: perMinute(100) },
} as const satisfies Record<Counted, unknown>;

export type Caller = { readonly account: number } | { readonly address: string };

/** Counts a call, and throws if there were too many. `report` gets the remaining calls, even before a refusal. */
export function countCall(
  limiter: RateLimiter,
  kind: Counted,
  caller: Caller,
  report: (limit: LimitState) => void = () => {},
): void {
  const limit =
    "account" in caller
      ? limiter.take(`${kind} of account ${caller.account}`, LIMITS[kind].account)
      : limiter.take(`${kind} from ${caller.address}`, LIMITS[kind].address);
  report(limit);
  if (limit.retryMs > 0) throw rateLimitHit(inSeconds(limit.retryMs));
}
