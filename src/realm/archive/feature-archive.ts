import type { ArchiveRow, TableName, WrittenRow } from "../../archive/tables.ts";
import type { Realm } from "../realm.ts";
import type { ReadingContext, TableSource } from "./reading.ts";
import type { SourceRow } from "./source-row.ts";
import type { AboutFile, ImportContext, ValidLine } from "./writing.ts";

type WrittenRowOf<Name extends TableName> = WrittenRow<Name> | undefined;

/**
 * A feature's share of one table of the archive (src/archive/tables.ts): the reading of its rows, and their writing. Several
 * features can have parts of one table; their writers run in the order of the features.
 */
interface PartOf<Name extends TableName> {
  readonly table: Name;
  /** Stored with the position of an export that is being written; the table where nothing else is given. */
  readonly name?: string;
  readonly reading?: TableSource;
  /** The order among several parts that read one table: the lowest number is read first. */
  readonly place?: number;
  /** The number of rows that are read at once, where they can be longer than others. */
  readonly atOnce?: number;
  /** Exports of a whole organization alone have it, or only those with secrets. */
  readonly only?: "whole" | "secrets";
  /** Whether the rows are what accounts keep for themselves (`user_id`): an export has those of people who consent. */
  readonly isPersonal?: boolean;
  /**
   * The row of the archive that a row of the store becomes, if any, or several. Without these, its columns are the fields of
   * their names.
   */
  row?(row: SourceRow, context: ReadingContext): WrittenRowOf<Name> | Promise<WrittenRowOf<Name>>;
  rows?(row: SourceRow, context: ReadingContext): readonly WrittenRow<Name>[] | Promise<readonly WrittenRow<Name>[]>;
  /** The fields that it adds to the rows of a feature below. */
  fields?(row: WrittenRow<Name>, context: ReadingContext): Partial<WrittenRow<Name>>;

  /**
   * Writes one row, or says why it is left out: one of few texts, by which such rows are counted. It changes the
   * organization only where `writing.writes`: while an archive is checked it has to decide the same.
   */
  write?(writing: ImportContext, row: ArchiveRow<Name>, line: ValidLine<Name>): string | undefined;
  /** Writes rows together, and reports them itself. */
  writeAll?(writing: ImportContext, lines: readonly ValidLine<Name>[]): void;
  /**
   * Whether there are so few rows that a check writes them all in a change that is taken back: what they are refused for is
   * then known exactly. It names the kind of their ids; null where nothing names them.
   */
  readonly rehearsed?: string | null;
  /** Runs after the last row of the table. */
  end?(writing: ImportContext): void;
}
export type ArchivePart = PartOf<TableName>;

/** A part, whose rows are those of its table. */
export const part = <const Name extends TableName>(definition: PartOf<Name>): ArchivePart => definition;

/** The result of copying a file of the archive. */
export type CopiedFile =
  | { readonly image: CopiedImage | null; readonly content_type: string }
  | { readonly problem: string };

interface CopiedImage {
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

/** Files of one kind that rows of the archive name. */
export interface ArchiveFiles {
  /** The kind of picture that they have to be; null for any files. */
  readonly picture: "avatar" | "emoji" | "picture" | null;
  /** The key of the still picture of an animated one. */
  stillKey?(key: string, about: AboutFile): string;
  /** Notes in the row that a file belongs to what it is, or takes the row back where there is no such file. */
  settle(writing: ImportContext, target: number, copied: CopiedFile, about: AboutFile): void;
}

/** The parts of an import that are taken back. */
export interface Undoing {
  readonly realm: Realm;
  /** The ids that messages of the archive have. */
  readonly messages: { readonly first: number; readonly last: number };
  /** The rows that a table had before the import. */
  before(table: string): readonly Readonly<Record<string, unknown>>[];
}

/** A feature's share of archives. Each of its tables is named once. */
export interface FeatureArchive {
  readonly parts?: readonly ArchivePart[];
  /** The tables whose rows archives have. An import keeps a copy of them until it ends, by which it is taken back. */
  readonly tables?: readonly string[];
  /** The same of which no copy is kept: rows of messages, which are removed with these. */
  readonly ofMessages?: readonly string[];
  /** Tables that an import changes, of which a copy is kept, and archives have nothing: what they hold follows from others. */
  readonly derived?: readonly string[];
  /** Tables of which archives have nothing, with the reason. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** The files that its rows name, by their kind. */
  readonly files?: Readonly<Record<string, ArchiveFiles>>;
  /** Runs in the last step of an import or a check, when the rows of all tables are there. */
  finish?(writing: ImportContext): void;
  /** Takes some of what was written back, before tables get what they had. False where nothing is left of it. */
  undoSome?(undoing: Undoing): boolean;
  /** Forgets what it has in memory besides the realm's cache, after an import was taken back. */
  undone?(realm: Realm): void;
}
