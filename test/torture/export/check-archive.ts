import { Violation } from "../frame/part.ts";
import type { Whole } from "../import/read-whole.ts";
import type { World } from "../load/world.ts";
import { factsOfArchive } from "./facts-of-archive.ts";

/** What was so when an export began, and a moment of the ledger from then. */
export interface Before {
  readonly facts: ReadonlyMap<string, string>;
  readonly moment: number;
}

/** What no row of an archive says, since it follows from others. */
const FOLLOWING = /^message\/[^/]+\/(?!topic|reaction|starred|collapsed)/;

/**
 * Throws unless an archive has everything that was so when it began and that nobody has changed since, and no message that
 * was not there then.
 */
export function checkArchive({ tables }: Whole, world: World, { facts, moment }: Before): void {
  const touched = world.ledger.touchedSince(moment);
  // What hangs on a message goes with it.
  const isTouched = (name: string) => touched.has(name) || touched.has(name.split("/").slice(0, 2).join("/"));
  const found = factsOfArchive(tables, world);
  // Topics, for example, are also moved as a whole, which the ledger does not follow.
  const isFollowed = (name: string) => world.ledger.knows(name) || /^(message|file)\/fill[^/]*$/.test(name);
  const wrong = [...facts].flatMap(([name, value]) => {
    if (!isFollowed(name) || isTouched(name) || FOLLOWING.test(name) || found.get(name) === value) return [];
    return [`${name} is ${JSON.stringify(found.get(name))}, and was ${JSON.stringify(value)}`];
  });
  for (const name of found.keys()) {
    if (/^message\/[^/]+$/.test(name) && !facts.has(name) && !isTouched(name)) wrong.push(`${name} was not there`);
  }
  if (wrong.length > 0) throw new Violation("an export has not what was there", wrong.slice(0, 20));
}
