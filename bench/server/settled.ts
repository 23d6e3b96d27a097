import { setTimeout as pause } from "node:timers/promises";
import { cpuSeconds } from "./usage.ts";

const LOOK_MS = 60;
const QUIET_SECONDS = 0.011;
const PATIENCE_MS = 20_000;

/** Waits until a process has next to nothing to do: until what follows an answer is done, and does not disturb the next. */
export async function settled(pid: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (let before = cpuSeconds(pid) ?? 0; performance.now() < deadline; ) {
    await pause(LOOK_MS);
    const now = cpuSeconds(pid) ?? 0;
    if (now - before < QUIET_SECONDS) return;
    before = now;
  }
}

/** What some work costs a process in CPU, with what follows it; NaN where the system does not tell. */
export async function cpuDuring<T>(pid: number, work: () => Promise<T>): Promise<{ result: T; seconds: number }> {
  await settled(pid);
  const before = cpuSeconds(pid);
  const result = await work();
  await settled(pid);
  const after = cpuSeconds(pid);
  return { result, seconds: before === undefined || after === undefined ? Number.NaN : after - before };
}
