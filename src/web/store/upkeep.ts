import type { State } from "../model/state.ts";
import type { Clock } from "../wire/clock.ts";
import type { Cursor } from "../wire/event-log.ts";
import type { Page } from "../wire/page.ts";
import type { Cache } from "./cache.ts";
import type { KeptLog } from "./kept-log.ts";
import type { MessageKeeper } from "./message-keeper.ts";
import { BOUNDS, storedBytes, trim } from "./trim.ts";

interface UpkeepParts {
  readonly cache: Cache;
  readonly log: Pick<KeptLog, "save">;
  readonly keeper: Pick<MessageKeeper, "follow">;
  readonly clock: Clock;
  readonly page: Page;
  /** The state of this tab, and its position in the events. */
  readonly present: () => { readonly state: State; readonly at: Cursor } | undefined;
}

/** The time after an event until it is applied to the stored messages. */
const FOLLOW_AFTER_MS = 300;
/** The state is large, so it is written seldom: until then, the log has the events. */
const SAVE_AFTER_MS = 60_000;
const SAVE_EVENTS = 300;
/** The time after `SAVE_EVENTS` events until the state is written, so that few have to be applied at the next start. */
const SAVE_MANY_AFTER_MS = 5_000;
/** The interval at which the stored messages are cut to their bounds. */
const TRIM_EVERY_MS = 600_000;

/** Keeps the stored data up to date, in the tab that leads, until the signal aborts. */
export class Upkeep {
  readonly #parts: UpkeepParts;
  readonly #signal: AbortSignal;
  readonly #timers = new Map<string, () => void>();
  #unsaved = 0;

  constructor(parts: UpkeepParts, signal: AbortSignal) {
    this.#parts = parts;
    this.#signal = signal;
    const stop = parts.page.on(["hidden", "frozen"], () => {
      this.#follow();
      this.#save();
    });
    signal.addEventListener("abort", () => {
      stop();
      for (const cancel of this.#timers.values()) cancel();
      this.#timers.clear();
    });
    this.#follow();
    this.#trim();
  }

  /** Called when events have come. */
  heard(count: number): void {
    this.#unsaved += count;
    this.#later("follow", FOLLOW_AFTER_MS, () => this.#follow());
    if (this.#unsaved < SAVE_EVENTS) this.#later("save", SAVE_AFTER_MS, () => this.#save());
    else this.#later("save many", SAVE_MANY_AFTER_MS, () => this.#save());
  }

  #follow(): void {
    const again = (hasMore: boolean) => {
      if (hasMore) this.#later("follow", 0, () => this.#follow());
    };
    // Events that could not be applied are applied with the next ones.
    this.#parts.keeper.follow().then(again, () => {});
  }

  #save(): void {
    const present = this.#parts.present();
    if (this.#unsaved === 0 || present === undefined) return;
    this.#unsaved = 0;
    this.#parts.log.save(present.state, present.at).catch(() => {});
  }

  #trim(): void {
    trim(this.#parts.cache, BOUNDS, storedBytes).catch(() => {});
    this.#later("trim", TRIM_EVERY_MS, () => this.#trim());
  }

  #later(name: string, ms: number, run: () => void): void {
    if (this.#signal.aborted || this.#timers.has(name)) return;
    const cancel = this.#parts.clock.after(ms, () => {
      this.#timers.delete(name);
      run();
    });
    this.#timers.set(name, cancel);
  }
}
