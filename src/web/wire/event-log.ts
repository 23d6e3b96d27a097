import type { ServerEvent } from "../model/event.ts";
import type { State } from "../model/state.ts";
import type { Api } from "./api.ts";

/** A reader's position in a queue's events. */
export interface Cursor {
  readonly queue: string;
  readonly last: number;
}

/** All events of a queue that follow `after.last`, up to the last one in the batch. */
export interface Batch {
  readonly after: Cursor;
  readonly events: readonly ServerEvent[];
}

export interface StoredLog {
  readonly state: State;
  readonly at: Cursor;
  readonly since: readonly ServerEvent[];
}

/**
 * The recent events of the browser's shared queue, gap-free, plus a base state. The leader tab writes events here
 * before it acknowledges them. Another tab can therefore continue where the log ends, regardless of how the leader
 * ended.
 */
export interface EventLog {
  cursor(): Promise<Cursor | undefined>;
  /**
   * Returns the events after a cursor, or undefined if the log doesn't reach back that far or belongs to another queue.
   */
  after(cursor: Cursor): Promise<readonly ServerEvent[] | undefined>;
  /** Appends new events, and returns the end of the log. A batch that doesn't continue the log changes nothing. */
  append(batch: Batch): Promise<Cursor | undefined>;
  /** Discards everything and starts again with a registered state. */
  begin(state: State): Promise<void>;
  read(): Promise<StoredLog | undefined>;
}

export const cursorOf = ({ queue_id, last_event_id }: State): Cursor => ({ queue: queue_id, last: last_event_id });

export const endCursor = ({ after, events }: Batch): Cursor => ({ ...after, last: events.at(-1)?.id ?? after.last });

/** Returns the events whose id is greater than `last`, each once. */
export function newerThan(last: number, events: readonly ServerEvent[]): readonly ServerEvent[] {
  let newest = last;
  return events.filter(({ id }) => {
    if (id <= newest) return false;
    newest = id;
    return true;
  });
}

/** A source of events. Requesting the events after a given one acknowledges everything up to that one. */
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

/**
 * A poll that takes longer counts as hanging, because the server would respond earlier, with a heartbeat if nothing
 * happened.
 */
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
