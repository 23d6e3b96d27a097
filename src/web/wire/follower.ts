import type { ServerEvent } from "../model/event.ts";
import type { State } from "../model/state.ts";
import type { Clock } from "./clock.ts";
import { type Batch, type Cursor, cursorOf, type EventLog, endCursor, newerThan } from "./event-log.ts";
import { backoff } from "./wait-to-retry.ts";

interface FollowerParts {
  readonly log: EventLog;
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Called with a state that replaces the previous one. */
  readonly onState: (state: State, at: Cursor) => void;
  /** Called with every event after that state exactly once, in order. */
  readonly onEvents: (events: readonly ServerEvent[], at: Cursor) => void;
}

/**
 * Delivers the events to one tab in order, although batches can arrive twice, late, or not at all. Missing events are
 * read from the log once its end is known.
 */
export class Follower {
  readonly #parts: FollowerParts;
  #at: Cursor | undefined;
  #reading: Promise<void> | undefined;
  /** True if the log may have more than was last read. */
  #isStale = false;
  /** Batches that arrived while the log was being read. */
  #waiting: readonly Batch[] = [];
  #failures = 0;
  #retry = () => {};

  constructor(parts: FollowerParts, at: Cursor | undefined) {
    this.#parts = parts;
    this.#at = at;
  }

  get at(): Cursor | undefined {
    return this.#at;
  }

  receive(batch: Batch): void {
    if (this.#reading === undefined && this.#continues(batch)) this.#deliver(batch);
    else {
      this.#waiting = [...this.#waiting, batch];
      void this.catchUp();
    }
  }

  /** Catches up if the log's end is ahead of this tab. */
  reach(end: Cursor): void {
    if (this.#at?.queue !== end.queue || this.#at.last < end.last) void this.catchUp();
  }

  /** Starts from this tab's own registration, which the log doesn't have yet. */
  begin(state: State): void {
    this.#at = cursorOf(state);
    this.#waiting = [];
    this.#parts.onState(state, this.#at);
  }

  /** Reads the log from the current position on, because batches may have been missed while the page was frozen. */
  catchUp(): Promise<void> {
    this.#isStale = true;
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  stop(): void {
    this.#retry();
  }

  #continues({ after }: Batch): boolean {
    return this.#at !== undefined && this.#at.queue === after.queue && after.last <= this.#at.last;
  }

  #deliver(batch: Batch): void {
    if (this.#at === undefined) return;
    const events = newerThan(this.#at.last, batch.events);
    if (events.length === 0) return;
    this.#at = endCursor({ after: this.#at, events });
    this.#parts.onEvents(events, this.#at);
  }

  async #readAll(): Promise<void> {
    this.#retry();
    while (this.#isStale) {
      this.#isStale = false;
      try {
        await this.#read();
        this.#failures = 0;
      } catch {
        this.#failures += 1;
        this.#retry = this.#parts.clock.after(backoff(this.#failures, this.#parts.random), () => void this.catchUp());
      }
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const one of waiting) {
        if (this.#continues(one)) this.#deliver(one);
        // The events before this batch may be in the log by now.
        else if (this.#isStale) this.#waiting = [...this.#waiting, one];
      }
    }
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
