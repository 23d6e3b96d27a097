import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";

/** A file that can be cached forever, because its name contains its content's hash. */
export function hashedFile(name: string, bytes: Uint8Array) {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8).toUpperCase();
  return { path: `/w/${basename(name, extname(name))}.${hash}${extname(name)}`, bytes };
}

export const readBytes = (root: string, path: string) => new Uint8Array(readFileSync(join(root, path)));
