import type { ServerEvent } from "../model/event.ts";
import type { State } from "../model/state.ts";
import { type Batch, type Cursor, cursorOf, type EventLog, endOf, newerThan } from "./event-log.ts";

interface FollowerParts {
  readonly log: EventLog;
  /** Called with a state that takes the place of what was before. */
  readonly onState: (state: State, at: Cursor) => void;
  /** Called with every event after that state exactly once, in order. */
  readonly onEvents: (events: readonly ServerEvent[], at: Cursor) => void;
}

/**
 * Brings the events to one tab, whatever way they come: batches that are doubled, late, or missing. What is missing is
 * read from the log.
 */
export class Follower {
  readonly #parts: FollowerParts;
  #at: Cursor | undefined;
  #reading: Promise<void> | undefined;
  /** What comes while the log is read. */
  #waiting: Batch[] = [];

  constructor(parts: FollowerParts, at: Cursor | undefined) {
    this.#parts = parts;
    this.#at = at;
  }

  get at(): Cursor | undefined {
    return this.#at;
  }

  take(batch: Batch): void {
    if (this.#reading !== undefined) this.#waiting.push(batch);
    else if (this.#continues(batch)) this.#deliver(batch);
    else void this.#catchUp(batch);
  }

  /** A registration of this tab's own, which the log does not have yet. */
  begin(state: State): void {
    this.#at = cursorOf(state);
    this.#waiting = [];
    this.#parts.onState(state, this.#at);
  }

  /** Reads what the log has: batches may have been missed while the page was frozen. */
  catchUp(): Promise<void> {
    return this.#catchUp(undefined);
  }

  #continues({ after }: Batch): boolean {
    return this.#at !== undefined && this.#at.queue === after.queue && after.last <= this.#at.last;
  }

  #deliver(batch: Batch): void {
    if (this.#at === undefined) return;
    const events = newerThan(this.#at.last, batch.events);
    if (events.length === 0) return;
    this.#at = endOf({ after: this.#at, events });
    this.#parts.onEvents(events, this.#at);
  }

  #catchUp(batch: Batch | undefined): Promise<void> {
    if (batch !== undefined) this.#waiting.push(batch);
    // A log that cannot be read now is read again when the next batch comes.
    const read = () => this.#read().catch(() => {});
    this.#reading ??= read().then(() => {
      this.#reading = undefined;
      const waiting = this.#waiting.filter((one) => this.#continues(one));
      this.#waiting = [];
      for (const one of waiting) this.#deliver(one);
    });
    return this.#reading;
  }

  async #read(): Promise<void> {
    const { log, onState } = this.#parts;
    const from = this.#at;
    const since = from && (await log.after(from));
    if (this.#at !== from) return;
    if (from !== undefined && since !== undefined) return this.#deliver({ after: from, events: since });
    const kept = await log.read();
    if (kept === undefined || this.#at !== from) return;
    this.#at = kept.at;
    onState(kept.state, kept.at);
    this.#deliver({ after: kept.at, events: kept.since });
  }
}
