import { setTimeout as pause } from "node:timers/promises";
import type { Reply } from "./person.ts";
import { until } from "./processes.ts";

/** Asks until there is an answer, as a client does whose connection breaks because the server was killed. */
export function persist(call: () => Promise<Reply>, ms?: number): Promise<Reply> {
  const ask = async () => {
    const reply = await call().catch(() => undefined);
    if (reply === undefined) await pause(20);
    return reply;
  };
  return until("an answer", ask, ms);
}
