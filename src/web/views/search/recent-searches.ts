import type { Term } from "../../model/places/place.ts";

const STORED = "parley.searches";
const MOST_SEARCHES = 10;

/** The searches of this browser, the latest first. */
export function recentSearches(): readonly (readonly Term[])[] {
  try {
    return JSON.parse(localStorage.getItem(STORED) ?? "[]");
  } catch {
    return [];
  }
}

export function keepSearch(terms: readonly Term[]): void {
  const text = JSON.stringify(terms);
  const others = recentSearches().filter((one) => JSON.stringify(one) !== text);
  localStorage.setItem(STORED, JSON.stringify([terms, ...others].slice(0, MOST_SEARCHES)));
}
