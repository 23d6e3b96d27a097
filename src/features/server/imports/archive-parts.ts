import type { TableName } from "../../../archive/tables.ts";
import type { ArchiveFiles, ArchivePart, FeatureArchive } from "../../../realm/archive/feature-archive.ts";
import { archiveHook } from "../../../realm/archive/hooks.ts";
import type { Realm } from "../../../realm/realm.ts";

/** The features' shares of archives, lowest first. */
export const archivesOf = (realm: Realm): readonly FeatureArchive[] => realm.collect(archiveHook);

/** The features' parts of a table of the archive, lowest first. */
export const partsOf = (realm: Realm, table: TableName): readonly ArchivePart[] =>
  archivesOf(realm).flatMap(({ parts = [] }) => parts.filter((part) => part.table === table));

/** The tables of which a copy is kept until an import ends. */
export const keptTables = (realm: Realm): readonly string[] =>
  archivesOf(realm).flatMap(({ tables = [], derived = [] }) => [...tables, ...derived]);

/** Files of a kind; undefined where no feature has such files any more. */
export const filesOfKind = (realm: Realm, kind: string): ArchiveFiles | undefined =>
  archivesOf(realm)
    .map(({ files = {} }) => files[kind])
    .find((found) => found !== undefined);
