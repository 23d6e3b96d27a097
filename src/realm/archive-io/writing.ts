import * as v from "valibot";
import type { ArchiveLocation } from "../../archive-format/archive-error.ts";
import type { RowPosition } from "../../archive-format/read.ts";
import type { ArchiveRow, TableName } from "../../archive-format/tables.ts";
import type { Markup } from "../../markup/index.ts";
import { refusalOf } from "../../protocol/errors.ts";
import type { UserId } from "../../protocol/ids.ts";
import type { Realm } from "../realm.ts";

export type ReadLine<Row> = {
  readonly place: ArchiveLocation;
  readonly next: RowPosition;
  /** Length of the line in the archive. The cost of writing it depends on this. */
  readonly characters: number;
} & (
  | { readonly row: Row; readonly markup?: Markup; readonly edits?: readonly (Markup | null)[] }
  | { readonly problem: string }
);

/** A line whose row matches its table's schema. Rows that it refers to may be missing. */
export type ValidLine<Name extends TableName> = Extract<ReadLine<ArchiveRow<Name>>, { readonly row: unknown }>;

/** Reasons, shared by several tables, for leaving out rows. */
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
 * Names and numbers remembered from earlier rows, to enforce uniqueness and limits. Checks and imports remember the
 * same ones, so that they reach the same decisions.
 */
export interface Noted {
  /** Records a name. Returns false, and changes nothing, if the kind already has that name. */
  take(kind: string, name: string | number, value?: number): boolean;
  find(kind: string, name: string | number): number | undefined;
  /** Returns a named number. On first use, computes its initial value. */
  number(of: string, first: () => number): number;
  /** Sets a number, which is stored at the end of the import's current step. */
  set(of: string, number: number): void;
  /**
   * Returns a number belonging to one message. A table's rows come message by message, so only one message's numbers
   * are in memory.
   */
  ofMessage(table: string, message: number, of: string): number;
  /** Sets a number for the message last passed to `ofMessage`. */
  setOfMessage(of: string, number: number): void;
}

/** Strings kept for a later step of the import, by kind and id. */
export interface Later {
  put(kind: string, id: number, value: string): void;
  of(kind: string, id: number): string | undefined;
  all(kind: string): { readonly id: number; readonly value: string }[];
}

export interface NamedFile {
  readonly member: string;
  /** A kind of file that some feature defines. */
  readonly kind: string;
  /** The id of the row the file belongs to. */
  readonly target: number;
  readonly key: string;
  readonly about: AboutFile | "done";
}

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
 * A step of an import, or of a check, which does the same without changing the organization. Provides everything the
 * features' writers need.
 */
export interface ImportContext {
  readonly realm: Realm;
  /** True if the organization is changed, false if the archive is only checked. */
  readonly writes: boolean;
  readonly importer: UserId;
  /** The program that created the archive. */
  readonly program: string;
  readonly noted: Noted;
  readonly later: Later;

  /** Maps archive ids of a kind to new ids. */
  ids(kind: string): ReadonlyMap<number, number>;
  /** Returns the new id that replaces an archive id, or undefined if the row was left out. */
  id(kind: string, archiveId: number | null | undefined): number | undefined;
  addId(kind: string, archiveId: number, id: number): void;
  /** Forgets the new id of a row that was left out after all. */
  removeId(kind: string, id: number): void;
  /** Calls `insert`, and records the id it returns as the new id of an archive row. */
  made(kind: string, archiveId: number, insert: () => number): number;
  /** True in a check if the id is a placeholder for a row that an import would add. */
  isPlanned(id: number): boolean;

  readonly hasMessages: boolean;
  /** Offset to add to the archive's message ids. */
  readonly offset: number;
  /** The range of the archive's messages after adding the offset. */
  readonly messageRange: { readonly first: number; readonly last: number };
  /** Returns a message's new id, or undefined if the archive can't have a message with this id. */
  message(archiveId: number): number | undefined;
  /** Converts an id that marks all messages up to it as read. The message needn't exist; 0 is before the first. */
  messageUpTo(archiveId: number): number;
  hasMessage(archiveId: number): boolean;
  /** During a check, records the ids of messages read from the archive, and of those that an import would write. */
  noteMessages(read: readonly number[], accepted: readonly number[]): void;

  /** Registers a file whose bytes are copied later. */
  addFile(file: NamedFile): void;
  hasFile(member: string): boolean;
  /** Returns an unguessable alphanumeric name, derived from the import's secret and `thing`. */
  secretName(thing: string): string;
  /** Returns an upload's new path from its path in the archive. */
  uploadPath(path: string): string;
  /** Rewrites the ids in a text that was imported before the rows it refers to. */
  rewritten(text: string): string;
  /** Returns the new paths of the uploads that an archive text links to. */
  uploadsIn(text: string): string[];

  before(table: string): readonly Readonly<Record<string, unknown>>[];
  accepted<Name extends TableName>(table: Name): ArchiveRow<Name>[];

  wrote(table: TableName): void;
  /** Call it if a written row was removed again because it had no effect. The row then no longer counts as written. */
  tookBack(table: TableName): void;
  leftOut(reason: string, place: ArchiveLocation | string): void;
  /** True if an event can plausibly have happened at this time. */
  isPossible(time: number): boolean;
}

/**
 * Returns the texts kept in `later` under a kind, with their ids rewritten. A text that would become too long stays
 * unchanged.
 */
export const rewrittenLater = (writing: ImportContext, kind: string, mostCharacters: number) =>
  writing.later.all(kind).map(({ id, value }) => {
    const text = writing.rewritten(value);
    return { id, text: [...text].length > mostCharacters ? value : text };
  });

/**
 * Returns the message of the error with which the organization's endpoints would reject the row. Undefined if they
 * would accept it.
 */
export const refusalMessage = (work: () => void): string | undefined => refusalOf(work)?.message;

const anyJson = v.pipe(v.string(), v.parseJson());

export function jsonOf(text: string): unknown {
  const parsed = v.safeParse(anyJson, text);
  return parsed.success ? parsed.output : undefined;
}
