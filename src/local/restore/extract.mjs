import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { sync } from "../system/durable.mjs";
import { Failure } from "../system/failure.mjs";

/** @typedef {import("../backup/backups.mjs").Backup} Backup */
/** @typedef {import("../backup/chunks.mjs").Chunks} Chunks */

/** Writes a file of a backup below a directory; it is on disk then. @param {Chunks} chunks @param {import("../backup/backups.mjs").StoredFile} stored @param {string} into */
export function extractFile(chunks, { path, chunks: digests }, into) {
  writeFile(
    join(into, path),
    digests.values().map((digest) => chunks.read(digest)),
  );
}

/** @param {string} file @param {Iterable<Uint8Array>} parts */
export function writeFile(file, parts) {
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

/** The organization of a backup that has a subdomain. @param {Backup} backup @param {string} subdomain */
export function organizationIn({ id, organizations }, subdomain) {
  const found = organizations.find((one) => one.subdomain === subdomain);
  const names = organizations.map((one) => one.subdomain || '""').join(", ");
  if (found === undefined) throw new Failure(`the backup ${id} has no organization "${subdomain}", but ${names}`);
  return found;
}
