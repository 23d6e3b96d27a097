import type { Api } from "../client/client.ts";
import type { ServerEvent } from "../model/event.ts";
import type { Cursor } from "./event-log.ts";

/** Where events come from. Asking for what comes after an event says that everything up to it is known. */
export interface EventTransport {
  /**
   * Waits for the next events of a queue. Rejects with `Refused` or `Unreachable`, or when the signal aborts. `onLive` is
   * called where it is known before any event that the server answers.
   */
  next(after: Cursor, signal: AbortSignal, onLive: () => void): Promise<readonly ServerEvent[]>;
  /** Tells the server again what is known, where that is told apart from asking. */
  remind(): void;
  /** Gives up what it holds. */
  close(): void;
}

/** A poll that is older hangs: the server answers earlier, with a heartbeat where nothing has happened. */
const OLDEST_POLL = 90_000;

export const pollOver = (api: Api): EventTransport => ({
  async next({ queue, last }, signal) {
    const fields = { queue_id: queue, last_event_id: last };
    const { events } = await api.get<{ events: ServerEvent[] }>("/events", fields, { signal, timeout: OLDEST_POLL });
    return events;
  },
  remind() {},
  close() {},
});
