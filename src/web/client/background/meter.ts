import { effect } from "@preact/signals";
import type { Client } from "../client.ts";

/** Maximum measurements per kind. Beyond this, the oldest is dropped. */
const MAX_TIMES = 500;
/** Shorter events can't be observed. */
const MIN_EVENT_MS = 16;

/** Milliseconds from a user's action to its result on screen. Never leaves this tab. */
export const measured = {
  keys: [] as number[],
  sends: [] as number[],
  switches: [] as number[],
  /** The number of frames over 50 ms. */
  longFrames: 0,
};

function add(times: number[], ms: number): void {
  times.push(ms);
  if (times.length > MAX_TIMES) times.shift();
}

/** Measures until the next frame is painted. Hidden pages paint none. */
function untilPainted(times: number[]): void {
  if (document.hidden) return;
  const start = performance.now();
  requestAnimationFrame(() => setTimeout(() => add(times, performance.now() - start)));
}

export function startMeter(client: Client): void {
  const types = PerformanceObserver.supportedEntryTypes ?? [];
  const observe = (options: PerformanceObserverInit, take: (entry: PerformanceEntry) => void) => {
    if (types.includes(options.type ?? ""))
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe(options);
  };
  const ofEvents = { type: "event", durationThreshold: MIN_EVENT_MS };
  observe(ofEvents, ({ name, duration }) => name === "keydown" && add(measured.keys, duration));
  observe({ type: "long-animation-frame" }, () => void measured.longFrames++);
  let place = client.place.peek();
  let pending = client.outbox.pending.peek().length;
  effect(() => {
    if (client.place.value !== place) untilPainted(measured.switches);
    place = client.place.value;
  });
  effect(() => {
    const { length } = client.outbox.pending.value;
    if (length > pending) untilPainted(measured.sends);
    pending = length;
  });
}

/** Returns the median and the 98th percentile, or undefined if there are no times. */
export function summaryOf(times: readonly number[]): { readonly median: number; readonly high: number } | undefined {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1];
  const [median, high] = [at(0.5), at(0.98)];
  return median === undefined || high === undefined ? undefined : { median, high };
}
