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
  /** Whether the client also requested another type of state. Some keys depend on it. */
  readonly fetches: (type: string) => boolean;
}

/** A feature's part of the POST /register response, included if the client requests one of its types. */
export interface StateSlice<Shaped extends object = object, Type extends string = string> {
  readonly types: readonly Type[];
  /**
   * Whether the slice has a part for people who joined through an outside link. If not, they get the part for
   * spectators.
   */
  readonly outside?: boolean;
  /**
   * Runs in the realm, in the change that creates the queue. Returns the response's keys, or compact rows for `shape`.
   */
  readonly collect: (context: StateContext) => object;
  /** Runs in the Worker. Builds the response's keys from the rows. */
  readonly shape: (collected: object, client: QueueClient) => Shaped;
}

export function stateSlice<
  Collected extends object,
  const Type extends string,
  Shaped extends object = Collected,
>(definition: {
  types: readonly Type[];
  outside?: boolean;
  collect(context: StateContext): Collected;
  /** Builds the response's keys from the rows. If omitted, `collect` returns the keys. */
  shape?(collected: Collected, client: QueueClient): Shaped;
}): StateSlice<Shaped, Type> {
  const { types, outside = false, collect, shape = (collected) => collected as object as Shaped } = definition;
  return { types, outside, collect, shape: (collected, client) => shape(collected as Collected, client) };
}

/** Creates a slice with a single list, which is empty for spectators. */
export const listSlice = <const Key extends string, Item>(key: Key, listOf: (realm: Realm, actor: Actor) => Item[]) =>
  stateSlice({
    types: [key],
    collect: ({ realm, actor }) =>
      ({ [key]: actor === null ? [] : listOf(realm, actor) }) as { readonly [Name in Key]: Item[] },
  });
