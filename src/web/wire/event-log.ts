import type { ServerEvent } from "../model/event.ts";
import type { State } from "../model/state.ts";

/** A reader's position in a queue's events. */
export interface Cursor {
  readonly queue: string;
  /** The id of the last known event. */
  readonly last: number;
}

/** Gap-free events of a queue: all that follow `after.last`. */
export interface Batch {
  readonly after: Cursor;
  readonly events: readonly ServerEvent[];
}

/** The stored state, and the events since. */
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

/** Returns the events after the one with the id `last`, each once. */
export function newerThan(last: number, events: readonly ServerEvent[]): readonly ServerEvent[] {
  let newest = last;
  return events.filter(({ id }) => {
    if (id <= newest) return false;
    newest = id;
    return true;
  });
}
