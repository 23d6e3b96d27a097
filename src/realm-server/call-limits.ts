import type { Counted } from "../endpoints/endpoint.ts";
import { rateLimitHit } from "../protocol/errors.ts";
import type { Limit, LimitState, RateLimiter } from "../util/rate-limiter.ts";
import { inSeconds, MINUTE_MS } from "../util/time.ts";

const perMinute = (most: number): Limit => ({ most, perMs: MINUTE_MS });

/** The calls that an account has, and those of all callers without an account at one address (conventions.md 6). */
const LIMITS = {
  calls: { account: perMinute(200), address: perMinute(100) },
  files: { account: perMinute(1000), address: perMinute(1000) },
  assistants: { account: perMinute(200), address: perMinute(100) },
  // Each may take a minute of a machine that is paid for.
  transcripts: { account: perMinute(4), address: perMinute(4) },
  refusals: { account: perMinute(100), address: perMinute(100) },
} as const satisfies Record<Counted, unknown>;

export type Caller = { readonly account: number } | { readonly address: string };

/** Counts a call, and refuses it where there were too many; `report` gets how many are left, before a refusal too. */
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
