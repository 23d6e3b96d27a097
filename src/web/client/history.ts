import { type ReadonlySignal, signal } from "@preact/signals";
import { hashForRoute, placeOfAddress } from "../model/addresses/address.ts";
import type { AnyEvent } from "../model/event.ts";
import { afterMove, type TopicMove, topicMoveOf } from "../model/messages/message-update.ts";
import { topicKey } from "../model/routes/conversation.ts";
import type { Route } from "../model/routes/place.ts";
import type { State } from "../model/state.ts";

/**
 * Redirects old URLs of topics moved while the page was open. A new message under an old name ends the redirect,
 * because that name is then a separate topic.
 */
export class TopicMoves {
  readonly #moves = new Map<string, TopicMove>();

  /** Updates the moves after an event. Returns the move if the event moved a whole topic. */
  follow(event: AnyEvent): TopicMove | undefined {
    if (event.type === "message") {
      const { message } = event;
      if (message?.type === "stream") this.#moves.delete(topicKey(message.stream_id, message.subject));
      return undefined;
    }
    const move = topicMoveOf(event);
    if (move === undefined) return undefined;
    this.#moves.delete(topicKey(move.to.channel, move.to.topic));
    const from = topicKey(move.from.channel, move.from.topic);
    if (from !== topicKey(move.to.channel, move.to.topic)) this.#moves.set(from, move);
    return move;
  }

  /** Returns a place's current equivalent, which differs if its topic was moved. */
  now(place: Route): Route {
    let at = place;
    // A topic that was moved back and forth must not cause an endless loop.
    for (let steps = 0; at.view === "topic" && steps <= this.#moves.size; steps++) {
      const move = this.#moves.get(topicKey(at.channel, at.topic));
      if (move === undefined) break;
      at = afterMove(at, move);
    }
    return at;
  }
}

const HOME: Route = { view: "inbox" };

/**
 * The current place, from the page's URL. The part after `#` has the format of Zulip's clients, so that links in
 * messages and emails work here.
 */
export class PlaceHistory {
  readonly #place = signal<Route>(HOME);
  readonly place: ReadonlySignal<Route> = this.#place;
  #outside = HOME;
  readonly #state: () => State;
  readonly #now: (place: Route) => Route;

  /** `now` converts a place from an old URL to the current one. */
  constructor(state: () => State, now: (place: Route) => Route = (place) => place) {
    this.#state = state;
    this.#now = now;
    this.#read();
    addEventListener("popstate", () => this.#read());
  }

  get outside(): Route {
    return this.#outside;
  }

  go(place: Route, how: "step" | "replace" = "step"): void {
    const address = hashForRoute(place, this.#state());
    const steps: number = history.state?.parley ?? 0;
    if (how === "replace") history.replaceState({ parley: steps }, "", address);
    else if (address !== location.hash) history.pushState({ parley: steps + 1 }, "", address);
    this.#show(place);
  }

  /** Goes one step back within this client, or home if this is the first step. */
  back(): void {
    if (history.state?.parley > 0) history.back();
    else this.go(HOME, "replace");
  }

  /** Rewrites the URL, because names in it may have changed. */
  refresh(): void {
    if (location.hash.length > 1 && hashForRoute(this.#place.peek(), this.#state()) !== location.hash) {
      this.go(this.#place.peek(), "replace");
    }
  }

  /** Reads the URL. An unknown URL opens the inbox. */
  #read(): void {
    const place = (location.hash.length > 1 ? placeOfAddress(location.hash, this.#state()) : HOME) ?? HOME;
    const now = this.#now(place);
    if (now === place) this.#show(place);
    else this.go(now, "replace");
  }

  #show(place: Route): void {
    if (place.view !== "settings") this.#outside = place;
    this.#place.value = place;
  }
}
