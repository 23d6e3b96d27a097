import { setTimeout as pause } from "node:timers/promises";
import { cpuSeconds } from "./usage.ts";

const SAMPLE_MS = 60;
const QUIET_SECONDS = 0.011;
const PATIENCE_MS = 20_000;

/** Waits until a process is nearly idle, so that work after a response doesn't disturb the next measurement. */
export async function untilIdle(pid: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let before = cpuSeconds(pid) ?? 0; performance.now() < deadline; ) {
    await pause(SAMPLE_MS);
    const now = cpuSeconds(pid) ?? 0;
    if (now - before < QUIET_SECONDS) return;
    before = now;
  }
}

/**
 * Returns the result of some work, and the CPU seconds that a process uses until it is idle again, or NaN if the system
 * doesn't report them.
 */
export async function cpuDuring<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  await untilIdle(pid);
  const before = cpuSeconds(pid);
  const result = await work();
  await untilIdle(pid);
  const after = cpuSeconds(pid);
  return { result, seconds: before === undefined || after === undefined ? Number.NaN : after - before };
}
