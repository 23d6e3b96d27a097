import { createHash } from "node:crypto";
import type { UploadedArchive } from "./stored-archive.ts";

/**
 * Returns the new path of an upload from its path in the archive. It depends only on that path and the import's secret.
 * So texts can be rewritten without a list of all files, and no one can forge a path to another file.
 */
export function uploadPathOf({ prefix }: Pick<UploadedArchive, "prefix">, path: string): string {
  const [realm] = prefix.split("/");
  const name = path.split("/").at(-1) ?? "";
  const token = secretName(prefix, path);
  return `${realm}/${token.slice(0, 2)}/${token.slice(2, 26)}/${addressable(name)}`;
}

/** Derives an alphanumeric, unguessable name for something that belongs to an import. */
export const secretName = (prefix: string, thing: string): string =>
  createHash("sha256").update(`${prefix}\n${thing}`).digest("hex").slice(0, 40);

const MAX_NAME_LENGTH = 120;

function addressable(name: string): string {
  const plain = decodeName(name)
    .replace(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[-.]+|[-.]+$/g, "");
  return plain.slice(-MAX_NAME_LENGTH) || "file";
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
