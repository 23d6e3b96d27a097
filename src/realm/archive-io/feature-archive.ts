import type { ArchiveRow, TableName, WrittenRow } from "../../archive-format/tables.ts";
import { hook, type Realm } from "../realm.ts";
import type { ReadingContext, TableSource } from "./reading.ts";
import type { SourceRow } from "./source-row.ts";
import type { AboutFile, ImportContext, ValidLine } from "./writing.ts";

type WrittenRowOf<Name extends TableName> = WrittenRow<Name> | undefined;

/**
 * A feature's part of one archive table (src/archive-format/tables.ts): how its rows are read and written. Several features
 * can share a table; their writers run in feature order.
 */
export interface ArchivePartOf<Name extends TableName> {
  readonly table: Name;
  /** Identifies the part in the stored position of an export. Defaults to the table's name. */
  readonly name?: string;
  readonly reading?: TableSource;
  /** Order among parts that read the same table, lowest first. */
  readonly place?: number;
  /** Rows per read, if rows can be longer than usual. */
  readonly atOnce?: number;
  /** Limits the part to whole-organization exports, or to those with secrets. */
  readonly only?: "whole" | "secrets";
  /** True if the rows are an account's private data (`user_id`). An export only includes those of users who consent. */
  readonly isPersonal?: boolean;
  /**
   * Converts a stored row to any number of archive rows. If neither `row` nor `rows` is given, columns are copied to
   * fields of the same name.
   */
  row?(row: SourceRow, context: ReadingContext): WrittenRowOf<Name> | Promise<WrittenRowOf<Name>>;
  rows?(row: SourceRow, context: ReadingContext): readonly WrittenRow<Name>[] | Promise<readonly WrittenRow<Name>[]>;
  /** Returns fields that this part adds to the rows of a lower feature. */
  fields?(row: WrittenRow<Name>, context: ReadingContext): Partial<WrittenRow<Name>>;

  /**
   * Writes one row, or returns why it is left out. The reason is one of a few fixed strings, because rows are counted
   * by reason. Must only change the organization if `writing.writes`, but must always reach the same decision.
   */
  write?(writing: ImportContext, row: ArchiveRow<Name>, line: ValidLine<Name>): string | undefined;
  /** Writes several rows together, and adds them to the report itself. */
  writeAll?(writing: ImportContext, lines: readonly ValidLine<Name>[]): void;
  /**
   * Set for small tables: a dry run writes all their rows and rolls back, so that every refusal is exact. The value is
   * the kind of the rows' ids, or null if nothing refers to the rows.
   */
  readonly rehearsed?: string | null;
  end?(writing: ImportContext): void;
}
export type ArchivePart = ArchivePartOf<TableName>;

export const part = <const Name extends TableName>(definition: ArchivePartOf<Name>): ArchivePart => definition;

interface RowsOfTable<Name extends TableName> extends Omit<ArchivePartOf<Name>, "table" | "reading"> {
  readonly reading: Omit<TableSource, "from">;
}

/** Returns the archive of a table that is stored under the same name. */
export const tableArchive = <const Name extends TableName>(
  table: Name,
  { reading, ...others }: RowsOfTable<Name>,
): FeatureArchive => ({
  tables: [table],
  parts: [part<Name>({ ...others, table, reading: { from: `${table} t`, ...reading } })],
});

export type CopiedFile =
  | { readonly image: CopiedImage | null; readonly content_type: string }
  | { readonly problem: string };

interface CopiedImage {
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

export interface ArchiveFiles {
  /** Kind of image that the file must be, or null for any file. */
  readonly picture: "avatar" | "emoji" | "picture" | null;
  /** Returns the key for the still of an animated image. */
  stillKey?(key: string, about: AboutFile): string;
  /** Updates the row with the copied file, or undoes the row if the file is missing. */
  settle(writing: ImportContext, target: number, copied: CopiedFile, about: AboutFile): void;
}

export interface Undoing {
  readonly realm: Realm;
  /** Id of the newest message before the import. Newer messages can be in conversations that the import created. */
  readonly newestBefore: number;
  before(table: string): readonly Readonly<Record<string, unknown>>[];
}

/** A feature's part of archives. Each of its tables is listed exactly once. */
export interface FeatureArchive {
  readonly parts?: readonly ArchivePart[];
  /** Archived tables. Their rows are copied before an import, so that it can be undone. */
  readonly tables?: readonly string[];
  /**
   * Archived tables that aren't copied before an import. To undo it, their rows are deleted along with their messages.
   */
  readonly ofMessages?: readonly string[];
  /** Derived tables: not archived, but copied before an import, so that it can be undone. */
  readonly derived?: readonly string[];
  /** Tables that aren't archived, with the reason. */
  readonly leftOut?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, ArchiveFiles>>;
  /** Runs in the last step of an import or a check, after the rows of all tables. */
  finish?(writing: ImportContext): void;
  /** Undoes a part of what was written, before tables are restored. Returns false when nothing is left. */
  undoSome?(undoing: Undoing): boolean;
  /**
   * Runs after an import was undone. Must drop rows that no longer fit the restored tables, and in-memory state outside
   * the realm's cache.
   */
  undone?(realm: Realm): void;
}

/** Each feature's part of archives. The platform handles this hook for features with an `archive`. */
export const archiveHook = hook<[], FeatureArchive>("archive");
