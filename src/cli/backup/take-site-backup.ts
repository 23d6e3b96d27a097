import { openAsBlob, rmSync } from "node:fs";
import { join } from "node:path";
import { readTar } from "../../archive-format/tar-reader.ts";
import { checkArchive } from "../export/check-archive.ts";
import { download } from "../export/download.ts";
import { wholeExport } from "../export/whole-export.ts";
import { listOrganizations, type Operator } from "../operator/operator.ts";
import { Failure } from "../os/failure.ts";
import { EXPORTS, type Organization, type StoredFile } from "./backups.ts";
import { type Chunks, FILE_CHUNK } from "./chunks.ts";
import { openStoreToWrite, type StoreAccess } from "./store.ts";
import { writeToStore } from "./write-to-store.ts";

interface SiteBackupOptions {
  readonly operator: Operator;
  readonly directory: string;
  readonly access: StoreAccess;
  readonly keep: number | undefined;
  /** A directory with room for the largest organization. */
  readonly work: string;
  readonly say: (line: string) => void;
}

/**
 * Stores complete exports, with secrets, of all organizations of a remote server. If the export of one fails, the
 * others are still stored.
 */
export async function takeSiteBackup({ operator, directory, access, keep, work, say }: SiteBackupOptions) {
  const listed = (await listOrganizations(operator)).filter(({ is_used }) => is_used);
  const store = await openStoreToWrite(directory, access, join(work, "store"));
  return writeToStore(store, keep, async ({ id, chunks }) => {
    const at = new Date().toISOString();
    const organizations: Organization[] = [];
    const files: StoredFile[] = [];
    const failed: string[] = [];
    let missing = 0;
    for (const { subdomain, number } of listed) {
      const file = join(work, "export.tar");
      try {
        missing += await fetchExport(operator.about(subdomain), file, say);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        failed.push(`"${subdomain}" is not in this backup: ${error.message}`);
        continue;
      }
      const path = `${EXPORTS}${subdomain || "_"}.tar`;
      files.push({ path, ...(await storeArchive(chunks, id, file)) });
      organizations.push({ subdomain, number, file: path, in_step: true });
      rmSync(file);
      await store.pushPacks();
    }
    if (files.length === 0) throw new Failure(failed.join("; ") || "the server has no organizations");
    return { at, only: null, organizations, missing, files, failed };
  });
}

/** @returns the number of files that the server had lost */
async function fetchExport(operator: Operator, file: string, say: (line: string) => void) {
  const done = await wholeExport(operator, true, say);
  await download(operator, done, { file, secrets: true, say });
  const { missing } = await checkArchive(file);
  await operator.ask("export/end");
  return missing;
}

/** Stores an archive split at member boundaries, so that unchanged members aren't stored again. */
async function storeArchive(chunks: Chunks, backup: string, file: string) {
  const archive = await openAsBlob(file);
  const digests: string[] = [];
  let from = 0;
  const storeUpTo = async (end: number) => {
    for (; from < end; from = Math.min(from + FILE_CHUNK, end)) {
      const part = archive.slice(from, Math.min(from + FILE_CHUNK, end));
      digests.push(chunks.add(backup, Buffer.from(await part.arrayBuffer())));
    }
  };
  for await (const { at, size } of readTar(archive, 0)) {
    await storeUpTo(at);
    await storeUpTo(at + size);
  }
  await storeUpTo(archive.size);
  return { size: archive.size, chunks: digests };
}
