import { batch, type Signal, signal } from "@preact/signals";
import { apply } from "../model/apply.ts";
import { CAPABILITIES, type Capability } from "../model/capability.ts";
import type { AnyEvent } from "../model/event.ts";
import { followClock } from "../model/server-time.ts";
import type { State } from "../model/state.ts";

/** The account's state, and the signals that components use to follow its parts. */
export class LiveState {
  #state: State | undefined;
  readonly #versions = Object.fromEntries(CAPABILITIES.map((name) => [name, signal(0)])) as Record<
    Capability,
    Signal<number>
  >;

  /** If the state is omitted, `replace` must be called before the state is used. */
  constructor(state?: State) {
    this.#state = state;
    if (state) followClock(state);
  }

  get known(): State | undefined {
    return this.#state;
  }

  /** The state, without subscribing to it: for single actions, such as a click. */
  get now(): State {
    if (this.#state === undefined) throw new Error("there is no state yet");
    return this.#state;
  }

  watch(...capabilities: readonly Capability[]): State {
    for (const name of capabilities) void this.#versions[name].value;
    return this.now;
  }

  /** Applies events. A component that watches several of the changed capabilities runs again once. */
  applyEvents(events: readonly AnyEvent[]): void {
    const changed = new Set<Capability>();
    for (const event of events) {
      reportErrors(() => {
        for (const name of apply(this.now, event)) changed.add(name);
      });
    }
    this.touch(changed);
  }

  replace(state: State): void {
    this.#state = state;
    followClock(state);
    this.touch(CAPABILITIES);
  }

  touch(capabilities: Iterable<Capability>): void {
    batch(() => {
      for (const name of capabilities) this.#versions[name].value += 1;
    });
  }
}

/** Calls a handler. Reports its error to the browser instead of throwing, so that the others still run. */
export function reportErrors(run: () => void): void {
  try {
    run();
  } catch (error) {
    reportError(error);
  }
}
