import { existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { type Backup, EXPORTS } from "../backup/backups.ts";
import { openChunks } from "../backup/chunks.ts";
import { Failure } from "../os/failure.ts";
import { extractFile, organizationIn } from "./extract.ts";
import { lostChunks, refuseLosses } from "./losses.ts";

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
  const chunks = openChunks(directory);
  try {
    const lost = lostChunks(chunks, { files });
    if (!acceptsLosses) refuseLosses({ ...backup, files }, lost);
    mkdirSync(into, { recursive: true, mode: 0o700 });
    const isWhole = (one: (typeof files)[number]) => !one.chunks.some((digest) => lost.has(digest));
    for (const file of files.filter(isWhole)) extractFile(chunks, file, into);
    return {
      written: files.filter(isWhole).map(({ path }) => join(into, path)),
      missing: files.filter((file) => !isWhole(file)).map(({ path }) => `the export ${basename(path)}`),
    };
  } finally {
    chunks.close();
  }
}
