import { type ReadonlySignal, signal } from "@preact/signals";
import { addressOf, placeOf } from "../model/places/address.ts";
import type { Place } from "../model/places/place.ts";
import type { State } from "../model/state.ts";

const HOME: Place = { view: "inbox" };

/**
 * Which place is shown, by the page's address: what stands after its `#`, which is what Zulip's clients write there, so
 * that links in messages and letters lead here.
 */
export class PlaceHistory {
  readonly #place = signal<Place>(HOME);
  readonly #state: () => State;
  readonly #now: (place: Place) => Place;

  /** `now`: where a place of an older address is by now. */
  constructor(state: () => State, now: (place: Place) => Place = (place) => place) {
    this.#state = state;
    this.#now = now;
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

  /** Writes the address anew: what is shown may be called otherwise by now. */
  refresh(): void {
    if (location.hash.length > 1 && addressOf(this.#place.peek(), this.#state()) !== location.hash) {
      this.go(this.#place.peek(), "replace");
    }
  }

  /** Reads the address; one that leads nowhere leads home. */
  #read(): void {
    const place = (location.hash.length > 1 ? placeOf(location.hash, this.#state()) : HOME) ?? HOME;
    const now = this.#now(place);
    if (now === place) this.#place.value = place;
    else this.go(now, "replace");
  }
}
