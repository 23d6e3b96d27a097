import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";

/**
 * A file that may be kept for good, as its name changes with what it holds.
 *
 * @param {string} name
 * @param {Uint8Array} bytes
 */
export function hashedFile(name, bytes) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
  return { path: `/w/${basename(name, extname(name))}.${hash}${extname(name)}`, bytes };
}

/** @param {string} root @param {string} path */
export const readBytes = (root, path) => new Uint8Array(readFileSync(join(root, path)));
