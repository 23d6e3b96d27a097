import { type ReadonlySignal, signal } from "@preact/signals";
import { addressOf, placeOf } from "../model/address.ts";
import type { Place } from "../model/place.ts";
import type { State } from "../model/state.ts";

const HOME: Place = { view: "inbox" };

/**
 * Which place is shown, by the page's address: what stands after its `#`, which is what Zulip's clients write there, so
 * that links in messages and letters lead here.
 */
export class PlaceHistory {
  readonly #place = signal<Place>(HOME);
  readonly #state: () => State;

  constructor(state: () => State) {
    this.#state = state;
    this.#read();
    addEventListener("hashchange", () => this.#read());
    addEventListener("popstate", () => this.#read());
  }

  get place(): ReadonlySignal<Place> {
    return this.#place;
  }

  go(place: Place, how: "step" | "replace" = "step"): void {
    const address = addressOf(place, this.#state());
    const steps: number = history.state?.parley ?? 0;
    if (how === "replace") history.replaceState({ parley: steps }, "", address);
    else if (address !== location.hash) history.pushState({ parley: steps + 1 }, "", address);
    this.#place.value = place;
  }

  /** Goes one step back, within this client; home where this is the first step. */
  back(): void {
    if (history.state?.parley > 0) history.back();
    else this.go(HOME, "replace");
  }

  /** Reads the address; one that leads nowhere leads home. */
  #read(): void {
    const place = location.hash.length > 1 ? placeOf(location.hash, this.#state()) : HOME;
    this.#place.value = place ?? HOME;
  }
}
