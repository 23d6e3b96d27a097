import type { Realm } from "../../../realm/realm.ts";
import { reservedAmong } from "./files.ts";
import { type KeysAfter, namedFilesHook } from "./hooks.ts";

export const namedFiles = (realm: Realm, page: KeysAfter): string[] =>
  firstKeys(realm.collect(namedFilesHook, page).flat(), page);

/** Returns the requested page of keys, for a feature with few files, whose keys are all known. */
export const firstKeys = (keys: readonly string[], { after, most }: KeysAfter): string[] =>
  [...new Set(keys)]
    .filter((key) => key > after)
    .sort()
    .slice(0, most);

/**
 * Returns the requested page of keys, for a feature with many files of one kind. `named` is a query that uses an index.
 */
export function pageOfKeys(
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

/** Returns which keys are reserved. Their files are being or have been stored, but nothing refers to them yet. */
export const reservedKeys = (realm: Realm, keys: readonly string[]): Set<string> =>
  new Set(reservedAmong.all(realm.sql, { keys: JSON.stringify(keys) }).map(({ key }) => key));
