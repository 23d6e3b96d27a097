import { DurableObject } from "cloudflare:workers";
import type { Env } from "./config/env.ts";
import type { FileToStore, ImporterPort, RowsRequest } from "./features/server/imports/reading/importer-port.ts";
import { ArchiveReader, orUnreadable } from "./features/server/imports/reading/read-archive.ts";
import { storeFile, verifyFile } from "./features/server/imports/reading/store-files.ts";
import type { UploadedArchive } from "./features/server/imports/reading/stored-archive.ts";

/**
 * Reads the archive that an organization imports: inflates, checks and parses it, and copies its files, but stores no
 * state. A separate object can take long without blocking a Worker or the organization. There is one importer per
 * organization.
 */
export class ImporterObject extends DurableObject<Env> implements ImporterPort {
  #reader: { readonly prefix: string; readonly reader: ArchiveReader } | undefined;

  open(archive: UploadedArchive) {
    this.#reader = undefined;
    return orUnreadable(async () => (await this.#readerOf(archive).open()).manifest);
  }

  rows(request: RowsRequest) {
    const reader = this.#readerOf(request.archive);
    return orUnreadable(async () => (await reader.rows(request)) ?? ({ wants: "maps" } as const));
  }

  files(archive: UploadedArchive, from: number | null, most: number) {
    return orUnreadable(() => this.#readerOf(archive).files(from, most));
  }

  store(archive: UploadedArchive, files: readonly FileToStore[]) {
    return orUnreadable(async () => {
      const { content } = await this.#readerOf(archive).open();
      const stored = [];
      for (const file of files) stored.push(await storeFile(this.env, content(file.member), file));
      return stored;
    });
  }

  verify(archive: UploadedArchive, files: readonly FileToStore[]) {
    return orUnreadable(async () => {
      const { content } = await this.#readerOf(archive).open();
      const found = [];
      for (const file of files) found.push(await verifyFile(content(file.member), file));
      return found;
    });
  }

  #readerOf(archive: UploadedArchive): ArchiveReader {
    if (this.#reader?.prefix !== archive.prefix) {
      this.#reader = { prefix: archive.prefix, reader: new ArchiveReader(this.env.UPLOADS, archive) };
    }
    return this.#reader.reader;
  }
}
