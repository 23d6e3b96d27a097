import { expect, test } from "vitest";
import { RateLimiter } from "../../src/util/rate-limiter.ts";
import { milliseconds } from "../../src/util/time.ts";

test("RateLimiter neither blocks callers longer nor allows more calls when the clock is set back", () => {
  let now = 1_000_000_000;
  const limiter = new RateLimiter({ milliseconds: () => milliseconds(now) });
  const take = () => limiter.take("caller", { most: 2, perMs: milliseconds(60_000) });
  take();
  now += 1000;
  take();
  expect(take()).toMatchObject({ remaining: 0, retryMs: 59_000 });
  now -= 1_800_000;
  expect(take()).toMatchObject({ remaining: 0, retryMs: 59_000, resetAt: now + 59_000 });
  now += 59_000;
  expect(take()).toMatchObject({ retryMs: 0 });
  expect(take().retryMs).toBeGreaterThan(0);
  now += 2_400_000;
  expect(take()).toMatchObject({ retryMs: 0, remaining: 1, resetAt: now + 60_000 });
});
