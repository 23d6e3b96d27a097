import type { Realm } from "../../../realm/realm.ts";
import { type KeysAfter, namedFilesHook } from "./hooks.ts";
import { reservedAmong } from "./rows.ts";

/** The keys of the files that rows of the organization name, in order. */
export const namedFiles = (realm: Realm, page: KeysAfter): string[] =>
  firstKeys(realm.collect(namedFilesHook, page).flat(), page);

/** The keys that are asked for, of a feature that has few files, all of whose keys are known. */
export const firstKeys = (keys: readonly string[], { after, most }: KeysAfter): string[] =>
  [...new Set(keys)]
    .filter((key) => key > after)
    .sort()
    .slice(0, most);

/**
 * The keys that are asked for, of a feature with many files of one kind: those whose names follow a name. `named` is a query
 * that goes along an index.
 */
export function keysOf(
  { id }: Pick<Realm, "id">,
  kind: string,
  { after, most }: KeysAfter,
  named: (page: KeysAfter) => readonly string[],
): string[] {
  const prefix = `${id}/${kind}/`;
  const isWithin = after.startsWith(prefix);
  if (!isWithin && after > prefix) return [];
  return named({ after: isWithin ? after.slice(prefix.length) : "", most }).map((name) => prefix + name);
}

/** The keys that are reserved among some: their files are being stored, or have been, and nothing names them yet. */
export const reservedKeys = (realm: Realm, keys: readonly string[]): Set<string> =>
  new Set(reservedAmong.all(realm.sql, { keys: JSON.stringify(keys) }).map(({ key }) => key));
