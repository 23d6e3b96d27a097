import { existsSync, mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Backup, EXPORTS, listBackups, readBackup, type StoredFile } from "../backup/backups.ts";
import { type Chunks, DATABASE_CHUNK, openChunks } from "../backup/chunks.ts";
import { hasTable } from "../backup/snapshot.ts";
import { BLOBS, databasesOf } from "../data-directory/data-files.ts";
import { closing } from "../os/closing.ts";
import { Failure } from "../os/failure.ts";
import { extractFile, organizationIn, writeFile } from "./extract.ts";
import { salvage } from "./salvage.ts";

/** Finds the lost chunks of a backup by reading all of them. */
export function lostChunks(chunks: Chunks, { files }: Pick<Backup, "files">) {
  const digests = new Set(files.flatMap((file) => file.chunks));
  return new Set([...digests].filter((digest) => chunks.find(digest) === undefined));
}

export function refuseLosses(backup: Pick<Backup, "files" | "organizations">, lost: ReadonlySet<string>) {
  if (lost.size === 0) return;
  const names = filesWith(backup, lost).map(({ path }) => describeFile(backup, path));
  const some = names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
  throw new Failure(
    `the backup is damaged: of ${some} parts are lost; --accept-losses brings back everything else, and lists what is missing`,
  );
}

const filesWith = ({ files }: Pick<Backup, "files">, lost: ReadonlySet<string>) =>
  files.filter(({ chunks }) => chunks.some((digest) => lost.has(digest)));

function describeFile({ organizations }: Pick<Backup, "organizations">, path: string) {
  const one = organizations.find(({ file }) => file === path);
  if (one && path.startsWith(EXPORTS)) return `the export of "${one.subdomain}"`;
  if (one) return `the database of "${one.subdomain}"`;
  if (path.startsWith("d1/")) return "the texts of messages (D1)";
  return path.startsWith(BLOBS) ? `the uploaded file ${basename(path)}` : path;
}

interface Damaged {
  readonly directory: string;
  readonly chunks: Chunks;
  readonly lost: ReadonlySet<string>;
  readonly into: string;
}

/**
 * Extracts what is left of a damaged backup's files: all readable rows of databases, and other files only if they are
 * complete.
 *
 * @returns descriptions of what is missing
 */
export function extractRest({ backup, ...damaged }: Damaged & { backup: Backup }): string[] {
  const missing: string[] = [];
  for (const stored of filesWith(backup, damaged.lost)) {
    const name = describeFile(backup, stored.path);
    if (!stored.path.endsWith(".sqlite")) {
      missing.push(name);
      continue;
    }
    try {
      const tables = salvaged(damaged, stored);
      if (tables.length > 0) missing.push(`of ${name}: rows of ${tables.join(", ")}`);
    } catch (error) {
      rmSync(join(damaged.into, stored.path), { force: true });
      missing.push(`${name}: nothing of it can be read (${(error as Error).message})`);
    }
  }
  return missing;
}

/**
 * Salvages a damaged database. If its schema or a needed table is lost, fills its lost parts from other backups, whose
 * schema differs little.
 */
function salvaged(damaged: Damaged, stored: StoredFile) {
  try {
    return extractDatabase(damaged, stored, () => undefined);
  } catch {
    return extractDatabase(damaged, stored, (index) => partElsewhere(damaged, stored, index));
  }
}

function extractDatabase(
  { chunks, lost, into }: Damaged,
  stored: StoredFile,
  substitute: (index: number) => Uint8Array | undefined,
) {
  const nothing = Buffer.alloc(DATABASE_CHUNK);
  writeFile(
    join(into, stored.path),
    stored.chunks.map((digest, index) => {
      if (!lost.has(digest)) return chunks.read(digest);
      return substitute(index) ?? nothing.subarray(0, Math.min(DATABASE_CHUNK, stored.size - index * DATABASE_CHUNK));
    }),
  );
  const tables = salvage(join(into, stored.path));
  closing(new DatabaseSync(join(into, stored.path), { readOnly: true }), (database) => {
    // Without these tables, an organization is unusable.
    for (const needed of ["identity", "shipping"]) {
      if (!hasTable(database, needed)) continue;
      if (!database.prepare(`SELECT 1 FROM "${needed}"`).get()) throw new Failure(`${needed} is lost`);
    }
  });
  return tables;
}

function partElsewhere({ directory, chunks }: Damaged, { path }: StoredFile, index: number) {
  for (const id of listBackups(directory).reverse()) {
    const backup = readBackup(directory, id, { accepts: true });
    const digest = backup?.files.find((file) => file.path === path)?.chunks[index];
    const found = digest === undefined ? undefined : chunks.find(digest);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Replaces the blob ids of missing uploads with their keys. */
export function withKeys(data: string, missing: readonly string[]) {
  const keys = new Map(
    databasesOf(data).files.flatMap((name) => {
      return closing(new DatabaseSync(join(data, name), { readOnly: true }), (database) => {
        if (!hasTable(database, "_mf_objects")) return [];
        const rows = database.prepare("SELECT blob_id, key FROM _mf_objects WHERE blob_id IS NOT NULL").all();
        return rows.map((row) => [String(row["blob_id"]), String(row["key"])] as const);
      });
    }),
  );
  return missing.map((line) =>
    line.replace(/^(the uploaded file )(\S+)$/, (_, what, id) => what + (keys.get(id) ?? id)),
  );
}

/** True for a backup of a remote server, which has an export of each organization instead of databases. */
export const hasExports = ({ files }: Backup) => files.some(({ path }) => path.startsWith(EXPORTS));

/**
 * Extracts a backup's exports to a directory, to be imported from there.
 *
 * @returns the files, and descriptions of what is missing
 */
export function extractExports(
  directory: string,
  backup: Backup,
  { into, organization, acceptsLosses }: { into: string; organization: string | undefined; acceptsLosses: boolean },
) {
  const only = organization === undefined ? undefined : organizationIn(backup, organization).file;
  const files = backup.files.filter(({ path }) => only === undefined || path === only);
  const there = files.find(({ path }) => existsSync(join(into, path)));
  if (there) throw new Failure(`${join(into, there.path)} is there already: name another directory with --data`);
  return closing(openChunks(directory), (chunks) => {
    const lost = lostChunks(chunks, { files });
    if (!acceptsLosses) refuseLosses({ ...backup, files }, lost);
    mkdirSync(into, { recursive: true, mode: 0o700 });
    const isWhole = (one: (typeof files)[number]) => !one.chunks.some((digest) => lost.has(digest));
    for (const file of files.filter(isWhole)) extractFile(chunks, file, into);
    return {
      written: files.filter(isWhole).map(({ path }) => join(into, path)),
      missing: files.filter((file) => !isWhole(file)).map(({ path }) => `the export ${basename(path)}`),
    };
  });
}
