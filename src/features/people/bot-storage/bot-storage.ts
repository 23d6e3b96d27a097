import { badRequest } from "../../../protocol/errors.ts";
import type { UserId } from "../../../protocol/ids.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import {
  deleteEntries,
  deleteEntriesWithKeys,
  type EntryRow,
  entriesOf,
  entriesWithKeys,
  keysOf,
  putEntry,
  storageExtent,
} from "./rows.ts";

const keyDoesNotExist = () => badRequest("Key does not exist.");

/** The entries that an account has stored: all, or those of the given keys, each of which has to exist. */
export function readStorage(realm: Realm, user: UserId, keys: readonly string[] | undefined): EntryRow[] {
  if (keys === undefined) return entriesOf.all(realm.sql, { user });
  const found = entriesWithKeys.all(realm.sql, { user, keys: JSON.stringify(keys) });
  if (found.length < new Set(keys).size) throw keyDoesNotExist();
  return found;
}

/** The keys of an account's entries that begin with a text. */
export const storedKeys = (realm: Realm, user: UserId, prefix: string, most: number): string[] =>
  keysOf.all(realm.sql, { user, prefix, most }).map(({ key }) => key);

/** Stores values by keys, replacing earlier values. Where that exceeds a limit, it refuses and stores none. */
export function writeStorage(realm: Realm, user: UserId, entries: Iterable<readonly [string, string]>): void {
  const { stored_entry_bytes, stored_bytes, stored_entries } = limits.account;
  for (const [key, value] of entries) {
    const size = bytesOf(key) + bytesOf(value);
    if (size > stored_entry_bytes) throw badRequest(`A value cannot be larger than ${stored_entry_bytes} bytes.`);
    putEntry.run(realm.sql, { user, key, size, value });
  }
  const extent = storageExtent.one(realm.sql, { user });
  const over = extent.bytes - stored_bytes;
  if (over > 0) throw badRequest(`Request exceeds storage limit by ${over} bytes. The limit is ${stored_bytes} bytes.`);
  if (extent.entries > stored_entries) throw badRequest(`You cannot store more than ${stored_entries} keys.`);
}

/** Deletes the entries of the given keys, each of which has to exist; or all entries. */
export function clearStorage(realm: Realm, user: UserId, keys: readonly string[] | undefined): void {
  if (keys === undefined) {
    deleteEntries.run(realm.sql, { user });
    return;
  }
  const deleted = deleteEntriesWithKeys.all(realm.sql, { user, keys: JSON.stringify(keys) });
  if (deleted.length < new Set(keys).size) throw keyDoesNotExist();
}

const encoder = new TextEncoder();
const bytesOf = (text: string) => encoder.encode(text).length;
