import type { AnyEvent } from "../model/handlers.ts";
import type { Clock } from "../wire/clock.ts";
import type { Client } from "./client.ts";

const STARTS = new Map([
  ["typing", ["sender", "recipients", "stream_id", "topic", "message_type"]],
  ["typing_edit_message", ["sender_id", "message_id"]],
]);

/**
 * Whoever closes their client while they type does not say that they have stopped: some time after each start, that is
 * said in their place.
 */
export function expireTyping(client: Client, clock: Clock): (events: readonly AnyEvent[]) => void {
  const waiting = new Map<string, () => void>();
  return (events) => {
    for (const event of events) {
      const fields = STARTS.get(event.type);
      if (fields === undefined) continue;
      const said = Object.fromEntries(
        fields
          .map((name) => [name, (event as Readonly<Record<string, unknown>>)[name]])
          .filter(([, value]) => value !== undefined),
      );
      const key = JSON.stringify([event.type, said]);
      waiting.get(key)?.();
      waiting.delete(key);
      if (event.op !== "start") continue;
      const stop = () => {
        waiting.delete(key);
        client.assume({ type: event.type, op: "stop", ...said });
      };
      waiting.set(key, clock.after(client.watch().server_typing_started_expiry_period_milliseconds, stop));
    }
  };
}
