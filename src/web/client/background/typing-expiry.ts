import type { Clock } from "../../wire/clock.ts";
import type { Client } from "../client.ts";

/**
 * Ends each typing indicator after a timeout, because a client closed while the user is typing doesn't report the end.
 */
export function expireTyping(client: Client, clock: Clock): void {
  const waiting = new Map<string, () => void>();
  client.listen("typing", (event) => {
    if (event === undefined) return;
    const { id: _, ...said } = event;
    const stopped = { ...said, op: "stop" } as const;
    const key = JSON.stringify(stopped);
    waiting.get(key)?.();
    waiting.delete(key);
    if (event.op !== "start") return;
    const stop = () => {
      waiting.delete(key);
      client.assume(stopped);
    };
    waiting.set(key, clock.after(client.watch().server_typing_started_expiry_period_milliseconds, stop));
  });
}
