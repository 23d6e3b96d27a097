import type { BulkReader } from "../../database/bulk-reader.ts";
import type { Realm } from "../realm.ts";

/** A row as the store has it. */
export type Columns = Readonly<Record<string, unknown>>;

/** The rows of the realm from which a part of an archive is made. `t` is the first table. */
export interface TableSource {
  /** Tables with their aliases, as after FROM. */
  readonly from: string;
  readonly where?: string;
  /** The columns that order the rows; no two rows have the same. */
  readonly key: readonly string[];
  /** The columns besides those of the key. */
  readonly columns: readonly string[];
  /** Reads the next rows where they are not the realm's own. */
  readonly next?: (context: ReadingContext, page: NextPage) => Promise<readonly Columns[]>;
}

interface NextPage {
  /** The key of the last row that was read; null at the beginning. */
  readonly after: readonly unknown[] | null;
  readonly most: number;
}

/** Decides what an export contains: what is public, and what users who consent have access to, or everything. */
export interface ExportFilter {
  /** Whether it has everything. */
  readonly isWhole: boolean;
  /** Whether it has hashes of passwords and keys. */
  readonly includesSecrets: boolean;
  /** Whether the export has the private data of an account. */
  includesPrivateDataOf(user: unknown): boolean;
  includesChannel(channel: unknown): boolean;
  /** Whether the export has a message. `members` are those of a direct conversation, with commas; null in a channel. */
  includesMessage(message: unknown, conversation: unknown, members: unknown): boolean;
}

/** A file of the store that an archive has. */
export interface FoundFile {
  readonly member: string;
  readonly key: string;
}

/** The surroundings in which rows of an archive are made. */
export interface ReadingContext {
  readonly realm: Realm;
  readonly bulk: BulkReader;
  readonly filter: ExportFilter;
  /** The id of the newest message when the export began. Newer ones are not in it, nor what belongs to them. */
  readonly newest: number;
  /** Whether the archive has a file already. Rows that name one are read after those of `files`. */
  hasFile(member: string): boolean;
  /** Reads a file of the store for its digest, and adds it to the archive; undefined where the store has none. */
  addFile(file: FoundFile): Promise<{ readonly size: number; readonly sha256: string } | undefined>;
}
