import type { Manifest } from "../../../../archive/manifest.ts";
import type { RowPosition } from "../../../../archive/read.ts";
import type { ArchiveRow, TableName } from "../../../../archive/tables.ts";
import type { ReadLine } from "../../../../realm/archive/writing.ts";
import type { Image } from "../../../files/storage/image/image.ts";
import type { IdMaps } from "./rewrite-references.ts";
import type { UploadedArchive } from "./stored-archive.ts";

/*
 * What an organization asks of its importer (src/importer-object.ts), which reads its archive: that takes time and memory,
 * and changes nothing. All state of an import is in the organization's own database.
 */

/** The reason why an archive cannot be read at all. */
export interface Unreadable {
  readonly problem: string;
}

export interface RowsRequest<Name extends TableName = TableName> {
  readonly archive: UploadedArchive;
  readonly table: Name;
  readonly from: RowPosition;
  readonly most: number;
  /** The maps by which references in texts are rewritten; null where they stay, as nothing is written. */
  readonly rewriting: Rewriting | null;
}

interface Rewriting {
  /** Names the maps, which come along only where the importer has asked for them. */
  readonly version: string;
  readonly maps?: IdMaps;
}

export interface RowsAnswer<Name extends TableName = TableName> {
  readonly lines: readonly ReadLine<ArchiveRow<Name>>[];
  /** Whether the table has no more rows. */
  readonly isEnd: boolean;
}

/** The importer has been out of memory, and does not know the maps. */
interface MapsWanted {
  readonly wants: "maps";
}

export interface StoredMember {
  readonly name: string;
  readonly at: number;
  readonly size: number;
  readonly next: number;
}

/** A file to copy out of the archive. */
export interface FileToStore {
  readonly member: StoredMember;
  readonly key: string;
  /** The digest in the file's own row, if it has one. */
  readonly sha256: string | null;
  readonly name: string;
  readonly content_type: string;
  /** The kind of picture that it has to be; null for any file. */
  readonly picture: "avatar" | "emoji" | "picture" | null;
  /** The key of the still picture of an animated one, if it needs one. */
  readonly stillKey: string | null;
}

export type StoredFile = { readonly image: Image | null; readonly content_type: string } | { readonly problem: string };

/** The calls that the importer's object answers to. */
export interface ImporterPort {
  open(archive: UploadedArchive): Promise<Manifest | Unreadable>;
  rows(request: RowsRequest): Promise<RowsAnswer | Unreadable | MapsWanted>;
  files(
    archive: UploadedArchive,
    from: number | null,
    most: number,
  ): Promise<{ members: StoredMember[]; isEnd: boolean } | Unreadable>;
  store(archive: UploadedArchive, files: readonly FileToStore[]): Promise<StoredFile[] | Unreadable>;
  /** Tells the same about files as `store`, without storing them. */
  verify(archive: UploadedArchive, files: readonly FileToStore[]): Promise<StoredFile[] | Unreadable>;
}
