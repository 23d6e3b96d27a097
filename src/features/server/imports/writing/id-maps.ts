import { type CacheKey, cacheKey, type Realm } from "../../../../realm/realm.ts";
import type { ArchiveFacts } from "../archive-facts.ts";
import type { IdMaps } from "../reading/rewrite-references.ts";
import { type ImportRow, idsOfKind, insertId } from "../rows.ts";

export type IdKind =
  | ("user" | "group" | "channel" | "field" | "emoji" | "folder" | "file")
  | ("bot owner" | "key told to" | "read state" | "status emoji");

const keys = new Map<IdKind, CacheKey<Map<number, number>>>();
function keyOf(kind: IdKind): CacheKey<Map<number, number>> {
  const key = keys.get(kind) ?? cacheKey<Map<number, number>>(`imported ${kind}`);
  keys.set(kind, key);
  return key;
}

/** What the archive's ids of a kind have become. */
export const idsOf = (realm: Realm, kind: IdKind): ReadonlyMap<number, number> =>
  realm.cached(
    keyOf(kind),
    () => new Map(idsOfKind.all(realm.sql, { kind }).map(({ archive_id, id }) => [archive_id, id])),
  );

export function addId(realm: Realm, kind: IdKind, archive_id: number, id: number): void {
  insertId.run(realm.sql, { kind, archive_id, id });
  realm.peek(keyOf(kind))?.set(archive_id, id);
}

/** The maps by which the importer rewrites references in texts. They are whole before the first text that has any. */
export function rewritingOf(
  realm: Realm,
  row: ImportRow,
  { origin }: ArchiveFacts,
): { readonly version: string; readonly maps: IdMaps } {
  const users = idsOf(realm, "user");
  const channels = idsOf(realm, "channel");
  const { before_message, first_message: first, last_message: last } = row;
  const messages = { offset: first === 0 ? 0 : before_message + 1 - first, first, last };
  return {
    version: `${row.started_at} ${users.size} ${channels.size}`,
    maps: { users, channels, messages, sites: { from: origin, to: realm.url } },
  };
}
