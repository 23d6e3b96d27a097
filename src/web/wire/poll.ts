import type { ServerEvent } from "../model/event.ts";
import type { Api } from "./api.ts";
import type { Cursor } from "./event-log.ts";

/**
 * A source of events. Requesting the events after a given one tells the server that everything up to that one has
 * arrived.
 */
export interface EventTransport {
  /**
   * Waits for a queue's next events. Rejects with `Refused` or `Unreachable`, or when the signal aborts. `onLive` is
   * called as soon as it is known that the server responds, if that is before an event arrives.
   */
  next(after: Cursor, signal: AbortSignal, onLive: () => void): Promise<readonly ServerEvent[]>;
  /** Repeats the last acknowledgment, for transports that acknowledge with separate messages. */
  remind(): void;
  close(): void;
}

/** A poll that takes longer hangs, because the server would respond earlier, with a heartbeat if nothing happened. */
const OLDEST_POLL_MS = 90_000;

export const pollOver = (api: Api): EventTransport => ({
  async next({ queue, last }, signal) {
    const fields = { queue_id: queue, last_event_id: last };
    const { events } = await api.get<{ events: ServerEvent[] }>("/events", fields, { signal, timeout: OLDEST_POLL_MS });
    return events;
  },
  remind() {},
  close() {},
});

/** Returns a transport that is loaded on first use, after the browser's stored data was shown. */
export function lateTransport(load: () => Promise<EventTransport>): EventTransport {
  let transport: EventTransport | undefined;
  return {
    async next(after, signal, onLive) {
      transport ??= await load();
      signal.throwIfAborted();
      return transport.next(after, signal, onLive);
    },
    remind: () => transport?.remind(),
    close: () => transport?.close(),
  };
}
