import { Violation } from "../frame/part.ts";
import type { Whole } from "../import/read-whole.ts";
import type { World } from "../load/world.ts";
import { factsOfArchive } from "./facts-of-archive.ts";

/** The facts at the time when an export began, and the ledger's moment then. */
interface Before {
  readonly facts: ReadonlyMap<string, string>;
  readonly moment: number;
}

/** Matches facts that aren't in an archive, because they follow from other facts. */
const FOLLOWING = /^message\/[^/]+\/(?!topic|reaction|starred|collapsed)/;

/** Throws unless an archive contains all facts that haven't changed since the export began, and no later messages. */
export function checkArchive({ tables }: Whole, world: World, { facts, moment }: Before): void {
  const touched = world.ledger.touchedSince(moment);
  // A change of a message also counts as a change of all facts about it.
  const isTouched = (name: string) => touched.has(name) || touched.has(name.split("/").slice(0, 2).join("/"));
  const found = factsOfArchive(tables, world);
  // The ledger doesn't track all changes. Topics, for example, are also moved as a whole.
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
