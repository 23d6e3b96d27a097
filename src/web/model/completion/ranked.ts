import { fold } from "./fold.ts";
import { FIT, fitOf } from "./match.ts";

/** An item that can be found by its names. Lists of such items are made once and searched at every key press. */
export interface Named<Thing> {
  readonly thing: Thing;
  /** The folded name, followed by other texts that find the item, such as an address. */
  readonly names: readonly string[];
}

export const indexed = <Thing>(things: Iterable<Thing>, namesOf: (thing: Thing) => readonly string[]): Named<Thing>[] =>
  Array.from(things, (thing) => ({ thing, names: namesOf(thing).map(fold) }));

interface Ranking<Thing> {
  readonly limit: number;
  /** The distance of an item from the place that is written to; 0 is nearest. It orders items that match alike. */
  readonly distance?: (thing: Thing) => number;
}

/** The rank of a match. A whole match comes first; starts of names and of words rank alike, so that distance decides. */
const tier = (fit: number) => (fit === FIT.whole ? 0 : fit <= FIT.word ? 1 : fit);

/** The best match of an item's names. A match of a later one, such as an address, counts less than one of the first. */
function bestFit(names: readonly string[], typed: string): number {
  let best: number = fitOf(names[0] ?? "", typed);
  for (let at = 1; at < names.length && best > FIT.word; at += 1) {
    const fit = fitOf(names[at] ?? "", typed);
    if (fit <= FIT.word) best = FIT.word;
  }
  return best;
}

/** The items whose names match the typed text best; among equal matches, the nearest first, and then by name. */
export function ranked<Thing>(
  index: readonly Named<Thing>[],
  typed: string,
  { limit, distance = () => 0 }: Ranking<Thing>,
): Thing[] {
  const folded = fold(typed);
  const best: { readonly named: Named<Thing>; readonly score: number }[] = [];
  const isBefore = (named: Named<Thing>, score: number, other: (typeof best)[number] | undefined) =>
    other !== undefined &&
    (score < other.score || (score === other.score && (named.names[0] ?? "") < (other.named.names[0] ?? "")));
  for (const named of index) {
    const fit = bestFit(named.names, folded);
    if (fit === FIT.not) continue;
    const score = tier(fit) * 1e8 + Math.min(distance(named.thing), 1e6) * 10 + fit;
    if (best.length === limit && !isBefore(named, score, best.at(-1))) continue;
    let at = best.length;
    while (at > 0 && isBefore(named, score, best[at - 1])) at -= 1;
    best.splice(at, 0, { named, score });
    if (best.length > limit) best.pop();
  }
  return best.map(({ named }) => named.thing);
}
