import { type ReadonlySignal, signal } from "@preact/signals";
import { addressOf, placeOfAddress } from "../model/places/address.ts";
import type { Place } from "../model/places/place.ts";
import type { State } from "../model/state.ts";

const HOME: Place = { view: "inbox" };

/**
 * The place that is shown, from the page's address. The part after `#` has the form that Zulip's clients write, so that
 * links in messages and emails lead here.
 */
export class PlaceHistory {
  readonly #place = signal<Place>(HOME);
  readonly #state: () => State;
  readonly #now: (place: Place) => Place;

  /** `now` gives the present place of an older address. */
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

  /** Goes one step back within this client; home if this is the first step. */
  back(): void {
    if (history.state?.parley > 0) history.back();
    else this.go(HOME, "replace");
  }

  /** Writes the address again: names in it may have changed. */
  refresh(): void {
    if (location.hash.length > 1 && addressOf(this.#place.peek(), this.#state()) !== location.hash) {
      this.go(this.#place.peek(), "replace");
    }
  }

  /** Reads the address; an unknown one leads home. */
  #read(): void {
    const place = (location.hash.length > 1 ? placeOfAddress(location.hash, this.#state()) : HOME) ?? HOME;
    const now = this.#now(place);
    if (now === place) this.#place.value = place;
    else this.go(now, "replace");
  }
}
