import { setTimeout as pause } from "node:timers/promises";
import type { Reply } from "./person.ts";
import { until } from "./processes.ts";

/**
 * Repeats a request until it gets a response, like a client that loses its connection when the server is killed. Calls
 * `lost` on each broken connection.
 */
export function retryUntilAnswered(call: () => Promise<Reply>, how: { ms: number; lost: () => void }): Promise<Reply> {
  const ask = async () => {
    const reply = await call().catch(how.lost);
    if (reply && !isInterruption(reply)) return reply;
    await pause(20);
    return undefined;
  };
  return until("an answer", ask, how.ms);
}

/** True for the response of a server that was interrupted or is starting. The client should retry. */
export const isInterruption = ({ status, body }: Reply) => status === 503 && body.code === "REQUEST_TIMEOUT";
