import { type CacheKey, cacheKey, type Realm } from "../../../../realm/realm.ts";
import { messageOffset } from "../imports.ts";
import type { ArchiveFacts } from "../position.ts";
import type { IdMaps } from "../reading/rewrite-references.ts";
import { type ImportRow, idsOfKind, insertId } from "../rows.ts";

const keys = new Map<string, CacheKey<Map<number, number>>>();
function idMapKey(kind: string): CacheKey<Map<number, number>> {
  const key = keys.get(kind) ?? cacheKey<Map<number, number>>(`imported ${kind}`);
  keys.set(kind, key);
  return key;
}

export const importedIds = (realm: Realm, kind: string): ReadonlyMap<number, number> =>
  realm.cached(
    idMapKey(kind),
    () => new Map(idsOfKind.all(realm.sql, { kind }).map(({ archive_id, id }) => [archive_id, id])),
  );

export function addId(realm: Realm, kind: string, archive_id: number, id: number): void {
  insertId.run(realm.sql, { kind, archive_id, id });
  realm.peek(idMapKey(kind))?.set(archive_id, id);
}

/**
 * Returns the maps the importer needs to rewrite references in texts. They are complete before the first text with
 * references is read.
 */
export function rewritingOf(
  realm: Realm,
  row: ImportRow,
  { origin }: ArchiveFacts,
): { readonly version: string; readonly maps: IdMaps } {
  const users = importedIds(realm, "user");
  const channels = importedIds(realm, "channel");
  const { first_message: first, last_message: last } = row;
  const messages = { offset: messageOffset(row), first, last };
  return {
    version: `${row.started_at} ${users.size} ${channels.size}`,
    maps: { users, channels, messages, sites: { from: origin, to: realm.url } },
  };
}
