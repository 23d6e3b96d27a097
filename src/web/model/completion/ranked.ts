import { fold } from "./fold.ts";
import { FIT, fitOf } from "./match.ts";

/** Something that can be found by its name. Lists of them are made once and asked at every key. */
export interface Named<Thing> {
  readonly thing: Thing;
  /** The folded name, and what else finds it, such as an address. */
  readonly names: readonly string[];
}

export const indexed = <Thing>(things: Iterable<Thing>, namesOf: (thing: Thing) => readonly string[]): Named<Thing>[] =>
  Array.from(things, (thing) => ({ thing, names: namesOf(thing).map(fold) }));

interface Ranking<Thing> {
  readonly limit: number;
  /** How near a thing is to what is being written, among those that fit: 0 is nearest. */
  readonly distance?: (thing: Thing) => number;
}

/** What fits as a whole comes first. A word's start is as good as the name's: there, nearness decides. */
const tier = (fit: number) => (fit === FIT.whole ? 0 : fit <= FIT.word ? 1 : fit);

/** Whoever is found by something else than their name, such as their address, comes after those with such a name. */
function bestFit(names: readonly string[], typed: string): number {
  let best: number = fitOf(names[0] ?? "", typed);
  for (let at = 1; at < names.length && best > FIT.word; at += 1) {
    const fit = fitOf(names[at] ?? "", typed);
    if (fit <= FIT.word) best = FIT.word;
  }
  return best;
}

/** The things whose names fit best what was typed; among equal ones the nearest, and then by name. */
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
