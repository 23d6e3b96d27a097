import type { TableName } from "../../../archive-format/tables.ts";
import {
  type ArchiveFiles,
  type ArchivePart,
  archiveHook,
  type FeatureArchive,
} from "../../../realm/archive-io/feature-archive.ts";
import type { Realm } from "../../../realm/realm.ts";

/** Returns the features' parts of archives, in feature order. */
export const archivesOf = (realm: Realm): readonly FeatureArchive[] => realm.collect(archiveHook);

/** Returns the features' parts of a table in the archive, in feature order. */
export const partsOfTable = (realm: Realm, table: TableName): readonly ArchivePart[] =>
  archivesOf(realm).flatMap(({ parts = [] }) => parts.filter((part) => part.table === table));

/** Returns the names of the tables that are copied before an import, so that it can be undone. */
export const keptTables = (realm: Realm): readonly string[] =>
  archivesOf(realm).flatMap(({ tables = [], derived = [] }) => [...tables, ...derived]);

/** Returns how files of a kind are imported, or undefined if no feature handles them anymore. */
export const filesOfKind = (realm: Realm, kind: string): ArchiveFiles | undefined =>
  archivesOf(realm)
    .map(({ files = {} }) => files[kind])
    .find((found) => found !== undefined);
