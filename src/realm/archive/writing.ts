import type { ArchiveLocation } from "../../archive/archive-error.ts";
import type { RowPosition } from "../../archive/read.ts";
import type { ArchiveRow, TableName } from "../../archive/tables.ts";
import type { Markup } from "../../markup/index.ts";
import type { UserId } from "../../protocol/ids.ts";
import type { Realm } from "../realm.ts";

/** A line of a table of an archive, as the importer has read it. */
export type ReadLine<Row> = {
  readonly place: ArchiveLocation;
  readonly next: RowPosition;
  /** The length of the line in the archive: the cost of writing grows with that. */
  readonly characters: number;
} & (
  | { readonly row: Row; readonly markup?: Markup; readonly edits?: readonly (Markup | null)[] }
  | { readonly problem: string }
);

/** A row that is valid by itself; what it names may still be missing. */
export type ValidLine<Name extends TableName> = Extract<ReadLine<ArchiveRow<Name>>, { readonly row: unknown }>;

/** Reasons for leaving rows out that several tables have. */
export const LeftOut = Object.freeze({
  invalid: "rows that are not valid",
  unknownUser: "rows of accounts that are not in the archive",
  unknownChannel: "rows of channels that are not in the archive",
  unknownMessage: "rows of messages that are not in the archive",
  unknownSender: "messages of senders who are not in the archive",
  unknownRecipient: "messages to people who are not in the archive",
  senderElsewhere: "messages whose sender takes no part",
  noChannelOfMessage: "messages of channels that are not in the archive",
  notAscending: "messages whose ids do not ascend",
  twice: "rows that are there twice",
  impossibleTime: "rows of a time before 1970 or after tomorrow",
  setting: "settings that cannot have such a value",
  tooMany: "rows beyond what an organization may have",
});

/**
 * Notes on the rows of an archive so far: names that may stand there once, and numbers that have a limit. The same is noted
 * while an archive is checked and while it is imported, so that both decide the same.
 */
export interface Noted {
  /** Notes a name. False where one of its kind is noted already, which stays as it is. */
  take(kind: string, name: string | number, value?: number): boolean;
  /** The value that was noted with a name. */
  find(kind: string, name: string | number): number | undefined;
  /** A number; what it is at first is asked once. */
  number(of: string, first: () => number): number;
  /** Sets a number, which is kept with the step. */
  set(of: string, number: number): void;
  /** A number that belongs to one message; rows of a table come message by message, and only one is remembered. */
  ofMessage(table: string, message: number, of: string): number;
  /** Sets a number of the message that was asked for last. */
  setOfMessage(of: string, number: number): void;
}

/** Texts that an import keeps until a later step, by their kind and an id. */
export interface Later {
  put(kind: string, id: number, value: string): void;
  of(kind: string, id: number): string | undefined;
  all(kind: string): { readonly id: number; readonly value: string }[];
}

/** A file of the archive that something names. */
export interface NamedFile {
  readonly member: string;
  /** The kind of the file, one of those that features have. */
  readonly kind: string;
  /** The id of the thing that it belongs to. */
  readonly target: number;
  /** The key that it gets in the store. */
  readonly key: string;
  readonly about: AboutFile | "done";
}

/** The facts that are known about a file before it is copied. */
export interface AboutFile {
  readonly sha256?: string | undefined;
  readonly size?: number | undefined;
  readonly name?: string;
  readonly content_type?: string;
  readonly setting?: string;
  readonly file?: string;
  readonly hash?: string;
}

/**
 * A step of an import, or of a check, which does the same but writes nothing of the organization: it has all that the
 * features' writers need.
 */
export interface ImportContext {
  readonly realm: Realm;
  /** Whether the organization is changed; else the archive is only checked. */
  readonly writes: boolean;
  /** The account that imports. */
  readonly importer: UserId;
  /** The program that the archive is of. */
  readonly program: string;
  readonly noted: Noted;
  readonly later: Later;

  /** The new ids of a kind, by those in the archive. */
  ids(kind: string): ReadonlyMap<number, number>;
  /** The id that something of the archive has now; undefined where it was left out. */
  id(kind: string, archiveId: number | null | undefined): number | undefined;
  addId(kind: string, archiveId: number, id: number): void;
  /** Forgets an id of something that was left out after all. */
  removeId(kind: string, id: number): void;
  /** Gives something new of the archive an id, which `insert` makes. */
  made(kind: string, archiveId: number, insert: () => number): number;
  /** Whether an id is that of something new in a check, of which there are no rows. */
  isPlanned(id: number): boolean;

  /** Whether the archive has messages. */
  readonly hasMessages: boolean;
  /** The number that is added to the archive's ids of messages. */
  readonly offset: number;
  /** The ids that messages of the archive have from now on. */
  readonly messageRange: { readonly first: number; readonly last: number };
  /** The id of a message of the archive; undefined where the archive can have none of that id. */
  message(archiveId: number): number | undefined;
  /** An id up to which all is read, which need not be that of a message that is there; 0 before the first one. */
  messageUpTo(archiveId: number): number;
  /** Whether the archive's message was, or would be, written. */
  hasMessage(archiveId: number): boolean;
  /** Notes the ids of messages, in a check: of those that have been read, and of those that would be written. */
  noteMessages(read: readonly number[], accepted: readonly number[]): void;

  /** Notes the name of a file whose bytes follow. */
  addFile(file: NamedFile): void;
  hasFile(member: string): boolean;
  /** A name of letters and digits that follows from the import and one of its things, and that nobody else can guess. */
  secretName(thing: string): string;
  /** The path that an upload has from now on, by its path in the archive. */
  uploadPath(path: string): string;
  /** The paths of uploads from now on that a text of the archive links to. */
  uploadsIn(text: string): string[];

  /** The rows that a table had before the import. */
  before(table: string): readonly Readonly<Record<string, unknown>>[];
  /** The rows that a check has accepted of a table that is rehearsed. */
  accepted<Name extends TableName>(table: Name): ArchiveRow<Name>[];

  wrote(table: TableName): void;
  /** Takes back the count of a row that turned out to be nothing, and is gone. */
  tookBack(table: TableName): void;
  leftOut(reason: string, place: ArchiveLocation | string): void;
  /** Whether a time is one at which something can have happened. */
  isPossible(time: number): boolean;
}
