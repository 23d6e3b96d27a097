import type { ServerEvent } from "../model/event.ts";
import type { State } from "../model/state.ts";

/** How far somebody has come with the events of a queue. */
export interface Cursor {
  readonly queue: string;
  /** The id of the last event that is known. */
  readonly last: number;
}

/** Events of a queue without a gap: all that come after `after.last`. */
export interface Batch {
  readonly after: Cursor;
  readonly events: readonly ServerEvent[];
}

/** The state as it was kept, and the events that have come since. */
export interface Kept {
  readonly state: State;
  readonly at: Cursor;
  readonly since: readonly ServerEvent[];
}

/**
 * What all tabs of the browser know together: the newest events of the one queue that they share, without a gap, and a
 * state to start from. The tab that leads writes it, before it tells the server that it has the events: so whatever ends
 * a tab, another one goes on where the log ends.
 */
export interface EventLog {
  /** Where it ends. */
  cursor(): Promise<Cursor | undefined>;
  /** What has come after, or nothing where the log does not reach back so far, or is of another queue. */
  after(cursor: Cursor): Promise<readonly ServerEvent[] | undefined>;
  /** Adds what is new, and returns where the log ends now: elsewhere than the batch, where it does not continue the log. */
  append(batch: Batch): Promise<Cursor | undefined>;
  /** Forgets everything and starts anew, with what was registered. */
  begin(state: State): Promise<void>;
  read(): Promise<Kept | undefined>;
}

export const cursorOf = ({ queue_id, last_event_id }: State): Cursor => ({ queue: queue_id, last: last_event_id });

export const endOf = ({ after, events }: Batch): Cursor => ({ ...after, last: events.at(-1)?.id ?? after.last });

/** The events that come after one, each once. */
export function newerThan(last: number, events: readonly ServerEvent[]): readonly ServerEvent[] {
  let newest = last;
  return events.filter(({ id }) => {
    if (id <= newest) return false;
    newest = id;
    return true;
  });
}
