import type { ServerEvent } from "../model/event.ts";
import type { State } from "../model/state.ts";

/** The position of a reader in the events of a queue. */
export interface Cursor {
  readonly queue: string;
  /** The id of the last event that is known. */
  readonly last: number;
}

/** Events of a queue without a gap: all that follow `after.last`. */
export interface Batch {
  readonly after: Cursor;
  readonly events: readonly ServerEvent[];
}

/** The state as it was stored, and the events that have come since. */
export interface StoredLog {
  readonly state: State;
  readonly at: Cursor;
  readonly since: readonly ServerEvent[];
}

/**
 * The newest events of the queue that all tabs of the browser share, without a gap, and a state to start from. The tab that
 * leads writes the events here before it acknowledges them to the server. So another tab can go on where the log ends, in
 * whatever way a tab has ended.
 */
export interface EventLog {
  /** The end of the log. */
  cursor(): Promise<Cursor | undefined>;
  /** The events after a cursor; undefined if the log does not reach back that far, or is of another queue. */
  after(cursor: Cursor): Promise<readonly ServerEvent[] | undefined>;
  /**
   * Adds the events that are new, and returns the end of the log. A batch that does not continue the log changes nothing.
   */
  append(batch: Batch): Promise<Cursor | undefined>;
  /** Forgets everything and starts again with a registered state. */
  begin(state: State): Promise<void>;
  read(): Promise<StoredLog | undefined>;
}

export const cursorOf = ({ queue_id, last_event_id }: State): Cursor => ({ queue: queue_id, last: last_event_id });

export const endOf = ({ after, events }: Batch): Cursor => ({ ...after, last: events.at(-1)?.id ?? after.last });

/** The events after the one with the id `last`, each once. */
export function newerThan(last: number, events: readonly ServerEvent[]): readonly ServerEvent[] {
  let newest = last;
  return events.filter(({ id }) => {
    if (id <= newest) return false;
    newest = id;
    return true;
  });
}
