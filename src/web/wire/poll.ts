import type { ServerEvent } from "../model/event.ts";
import type { Api } from "./api.ts";
import type { Cursor } from "./event-log.ts";

/** A source of events. A request for the events after one tells the server that everything up to that one has arrived. */
export interface EventTransport {
  /**
   * Waits for the next events of a queue. Rejects with `Refused` or `Unreachable`, or when the signal aborts. `onLive` is
   * called as soon as it is known that the server answers, if that is known before an event comes.
   */
  next(after: Cursor, signal: AbortSignal, onLive: () => void): Promise<readonly ServerEvent[]>;
  /** Acknowledges again what has arrived, for a transport that acknowledges by messages of its own. */
  remind(): void;
  /** Closes the connection, if there is one. */
  close(): void;
}

/** A poll that takes longer hangs: the server answers earlier, with a heartbeat if nothing has happened. */
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

/** A transport that is loaded when it is first used, after the data that the browser has stored was shown. */
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
