import type { Client } from "../../client/client.ts";
import type { UserId } from "../../model/ids.ts";
import type { Term } from "../../model/routes/place.ts";
import { directoryNow } from "../../model/search/directory.ts";
import type { Finder } from "../../model/search/name-index.ts";
import type { Searchable } from "../../model/search/suggest.ts";
import type { State } from "../../model/state.ts";
import { storedJson, storeJson } from "../../parts/stored-json.ts";
import { channelsByName, peopleByName, topicsByName, topicsHeardOf } from "../palette/palette-index.ts";
import { describeTerm } from "./describe.ts";

/** Returns the data that suggestions search, as of when the user starts typing. */
export function searchableOf(client: Client): Searchable {
  const state = client.watch();
  return {
    directory: directoryNow(state),
    people: mapped(peopleByName(state), ({ user }) => user),
    channels: mapped(channelsByName(state), ({ channel }) => channel),
    topics: topicsByName(state, topicsHeardOf(client)),
    recent: recentSearches(state.user_id),
    describe: (term) => describeTerm(term, state),
  };
}

const mapped = <From, To>(finder: Finder<From>, to: (thing: From) => To): Finder<To> => ({
  find: (typed, limit, nearness) =>
    finder
      .find(typed, limit, nearness && ((thing) => nearness(to(thing))))
      .map((found) => ({ ...found, thing: to(found.thing) })),
});

/** Per account, because another user may log in here after this login has expired. */
const storageKey = (me: UserId) => `parley.searches.${me}`;
const MAX_SEARCHES = 10;

/** An account's recent searches in this browser, newest first. */
const recentSearches = (me: UserId) => storedJson<readonly (readonly Term[])[]>(storageKey(me)) ?? [];

export function keepSearch({ user_id: me }: Pick<State, "user_id">, terms: readonly Term[]): void {
  const text = JSON.stringify(terms);
  const others = recentSearches(me).filter((one) => JSON.stringify(one) !== text);
  storeJson(storageKey(me), [terms, ...others].slice(0, MAX_SEARCHES));
}
