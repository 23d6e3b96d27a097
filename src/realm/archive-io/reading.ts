import type { BulkReader } from "../../database/bulk-reader.ts";
import type { Realm } from "../realm.ts";

/** A row as stored. */
export type Columns = Readonly<Record<string, unknown>>;

/** The stored rows from which a part of an archive is built. The alias of the first table is `t`. */
export interface TableSource {
  /** Tables with their aliases, as in a FROM clause. */
  readonly from: string;
  readonly where?: string;
  /** Columns that order the rows and, together, are unique. */
  readonly key: readonly string[];
  /** Other columns to read. */
  readonly columns: readonly string[];
  /** Reads the next page of rows, if they aren't in the realm's own tables. */
  readonly next?: (context: ReadingContext, page: NextPage) => Promise<readonly Columns[]>;
}

interface NextPage {
  /** Key of the last row read, or null at the start. */
  readonly after: readonly unknown[] | null;
  readonly most: number;
}

/** Decides what an export contains: public data plus what consenting users have access to, or everything. */
export interface ExportFilter {
  readonly isWhole: boolean;
  /** True if the export includes hashes of passwords and keys. */
  readonly includesSecrets: boolean;
  includesPrivateDataOf(user: unknown): boolean;
  includesChannel(channel: unknown): boolean;
  /**
   * Whether the export includes a message. `members` are those of a direct conversation, comma-separated, or null in a
   * channel.
   */
  includesMessage(message: unknown, conversation: unknown, members: unknown): boolean;
}

interface FoundFile {
  readonly member: string;
  readonly key: string;
}

/** Passed to features that build archive rows. */
export interface ReadingContext {
  readonly realm: Realm;
  readonly bulk: BulkReader;
  readonly filter: ExportFilter;
  /**
   * Id of the newest message when the export started. Newer messages, and everything belonging to them, are left out.
   */
  readonly newest: number;
  /** Whether the archive already has a file. Rows that refer to files are read after those of `files`. */
  hasFile(member: string): boolean;
  /**
   * Reads a stored file, computes its digest, and adds it to the archive. Returns undefined if the file doesn't exist.
   */
  addFile(file: FoundFile): Promise<{ readonly size: number; readonly sha256: string } | undefined>;
}

/** All kinds of files share one table. Their ids are the row ids times four, plus the kind. */
const KINDS = ["upload", "avatar", "emoji", "still"] as const;
export const fileId = (id: number, kind: (typeof KINDS)[number]): number => id * KINDS.length + KINDS.indexOf(kind);

/** The order in which an archive's files are read. */
export const filePlace = { upload: 0, avatar: 1, emoji: 2, still: 3, picture: 4 } as const;

/**
 * Adds a picture to the archive and returns its row, or undefined if the file doesn't exist. Rows of other tables refer
 * to the picture by `member`.
 */
export async function pictureRow(id: number, file: FoundFile, { addFile }: ReadingContext) {
  const content = await addFile(file);
  if (content === undefined) return undefined;
  const name = file.member.split("/").at(-1) ?? "";
  return { id, member: file.member, name, content_type: "image/*", ...content };
}
