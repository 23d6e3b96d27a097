import type { Actor } from "../protocol/actor.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { QueueClient } from "./events/queue-client.ts";
import type { Realm } from "./realm.ts";

interface StateContext {
  readonly realm: Realm;
  /** Null for a spectator. */
  readonly actor: Actor | null;
  readonly client: QueueClient;
  readonly request: RequestFacts;
  readonly presenceHistoryDays: number;
  /** Whether another type of state is fetched too: some keys depend on it. */
  readonly fetches: (type: string) => boolean;
}

/** A feature's share of the answer of POST /register, fetched when one of its types is asked for. */
export interface StateSlice {
  readonly types: readonly string[];
  /** In the realm, in the block that makes the queue: the keys, or compact rows for `shape`. */
  readonly collect: (context: StateContext) => object;
  /** In the Worker: the keys from the rows, where there may be very many. */
  readonly shape?: (collected: object, client: QueueClient) => object;
}

export function stateSlice<Collected extends object>(definition: {
  types: readonly string[];
  collect(context: StateContext): Collected;
  shape?(collected: Collected, client: QueueClient): object;
}): StateSlice {
  const { types, collect, shape } = definition;
  return {
    types,
    collect,
    ...(shape && { shape: (collected, client) => shape(collected as Collected, client) }),
  };
}
