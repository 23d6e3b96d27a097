import { setTimeout as pause } from "node:timers/promises";
import type { Reply } from "./person.ts";
import { until } from "./processes.ts";

/** Repeats a request until it is answered, as a client does whose connection breaks because the server was killed. */
export function retryUntilAnswered(call: () => Promise<Reply>, ms?: number): Promise<Reply> {
  const ask = async () => {
    const reply = await call().catch(() => undefined);
    if (reply === undefined) await pause(20);
    return reply;
  };
  return until("an answer", ask, ms);
}
