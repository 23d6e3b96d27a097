import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Backup, StoredFile } from "../backup/backups.ts";
import type { Chunks } from "../backup/chunks.ts";
import { sync } from "../os/durable.ts";
import { Failure } from "../os/failure.ts";

/** Extracts a file of a backup below a directory, and flushes it to disk. */
export function extractFile(chunks: Chunks, { path, chunks: digests }: StoredFile, into: string) {
  writeFile(
    join(into, path),
    digests.values().map((digest) => chunks.read(digest)),
  );
}

export function writeFile(file: string, parts: Iterable<Uint8Array>) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const opened = openSync(file, "w", 0o600);
  try {
    for (const content of parts) {
      for (let at = 0; at < content.length; ) at += writeSync(opened, content, at);
    }
  } finally {
    closeSync(opened);
  }
  sync(file);
}

export function organizationIn({ id, organizations }: Backup, subdomain: string) {
  const found = organizations.find((one) => one.subdomain === subdomain);
  const names = organizations.map((one) => one.subdomain || '""').join(", ");
  if (found === undefined) throw new Failure(`the backup ${id} has no organization "${subdomain}", but ${names}`);
  return found;
}
