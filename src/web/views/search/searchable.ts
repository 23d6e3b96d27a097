import type { Client } from "../../client/client.ts";
import type { Term } from "../../model/routes/place.ts";
import { directoryNow } from "../../model/search/directory.ts";
import type { Finder } from "../../model/search/name-index.ts";
import type { Searchable } from "../../model/search/suggest.ts";
import { channelsByName, peopleByName, topicsByName, topicsHeardOf } from "../palette/palette-index.ts";
import { describeTerm } from "./describe.ts";

/** The state used for suggestions, as of when typing starts. */
export function searchableOf(client: Client): Searchable {
  const state = client.watch();
  return {
    directory: directoryNow(state),
    people: mapped(peopleByName(state), ({ user }) => user),
    channels: mapped(channelsByName(state), ({ channel }) => channel),
    topics: topicsByName(state, topicsHeardOf(client)),
    recent: recentSearches(),
    describe: (term) => describeTerm(term, state),
  };
}

const mapped = <From, To>(finder: Finder<From>, to: (thing: From) => To): Finder<To> => ({
  find: (typed, limit, nearness) =>
    finder
      .find(typed, limit, nearness && ((thing) => nearness(to(thing))))
      .map((found) => ({ ...found, thing: to(found.thing) })),
});

const STORAGE_KEY = "parley.searches";
const MAX_SEARCHES = 10;

/** Recent searches in this browser, newest first. */
function recentSearches(): readonly (readonly Term[])[] {
  try {
    return JSON.parse(localStorage.getItem(STORAGE_KEY) ?? "[]");
  } catch {
    return [];
  }
}

export function keepSearch(terms: readonly Term[]): void {
  const text = JSON.stringify(terms);
  const others = recentSearches().filter((one) => JSON.stringify(one) !== text);
  localStorage.setItem(STORAGE_KEY, JSON.stringify([terms, ...others].slice(0, MAX_SEARCHES)));
}
