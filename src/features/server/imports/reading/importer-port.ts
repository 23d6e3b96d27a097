import type { Manifest } from "../../../../archive-format/manifest.ts";
import type { RowPosition } from "../../../../archive-format/read.ts";
import type { ArchiveRow, TableName } from "../../../../archive-format/tables.ts";
import type { ReadLine } from "../../../../realm/archive-io/writing.ts";
import type { Image } from "../../../files/storage/image/image.ts";
import type { IdMaps } from "./rewrite-references.ts";
import type { UploadedArchive } from "./stored-archive.ts";

/*
 * Requests from an organization to its importer (src/importer-object.ts), which reads the archive. Reading takes time
 * and memory, and changes nothing. All state of an import is in the organization's own database.
 */

export interface Unreadable {
  readonly problem: string;
}

export interface RowsRequest<Name extends TableName = TableName> {
  readonly archive: UploadedArchive;
  readonly table: Name;
  readonly from: RowPosition;
  readonly most: number;
  /** Maps for rewriting references in texts. Null in a check, which writes nothing, so texts can stay unchanged. */
  readonly rewriting: Rewriting | null;
}

interface Rewriting {
  /** Identifies the maps, which are only sent if the importer asks for them. */
  readonly version: string;
  readonly maps?: IdMaps;
}

export interface RowsAnswer<Name extends TableName = TableName> {
  readonly lines: readonly ReadLine<ArchiveRow<Name>>[];
  readonly isEnd: boolean;
}

/** Returned if the importer was evicted from memory and needs the maps again. */
interface MapsWanted {
  readonly wants: "maps";
}

export interface StoredMember {
  readonly name: string;
  readonly at: number;
  readonly size: number;
  readonly next: number;
}

export interface FileToStore {
  readonly member: StoredMember;
  readonly key: string;
  readonly sha256: string | null;
  readonly name: string;
  readonly content_type: string;
  /** The kind of picture that the file must be, or null if it can be any file. */
  readonly picture: "avatar" | "emoji" | "picture" | null;
  /** Storage key for the still version of an animated picture, or null if none is needed. */
  readonly stillKey: string | null;
}

export type StoredFile = { readonly image: Image | null; readonly content_type: string } | { readonly problem: string };

export interface ImporterPort {
  open(archive: UploadedArchive): Promise<Manifest | Unreadable>;
  rows(request: RowsRequest): Promise<RowsAnswer | Unreadable | MapsWanted>;
  files(
    archive: UploadedArchive,
    from: number | null,
    most: number,
  ): Promise<{ members: StoredMember[]; isEnd: boolean } | Unreadable>;
  store(archive: UploadedArchive, files: readonly FileToStore[]): Promise<StoredFile[] | Unreadable>;
  /** Like `store`, but stores nothing. */
  verify(archive: UploadedArchive, files: readonly FileToStore[]): Promise<StoredFile[] | Unreadable>;
}
