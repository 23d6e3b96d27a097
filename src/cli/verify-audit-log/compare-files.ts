import type { Checkpoint } from "../../merkle-log/checkpoint.ts";
import { rootsOfLink } from "../../merkle-log/merkle-log.ts";
import type { CheckedLog } from "./check-lines.ts";

/** Compares the checkpoints of files. Each log must be a prefix of the next larger one. */
export function compareFiles(files: readonly CheckedLog[]): { wrong: string[]; notes: string[] } {
  const wrong: string[] = [];
  const notes: string[] = [];
  const signed = files
    .flatMap(({ file, key, checkpoint }) => (checkpoint === undefined ? [] : [{ file, key, checkpoint }]))
    .sort((one, other) => one.checkpoint.size - other.checkpoint.size);
  for (const [index, older] of signed.entries()) {
    const newer = signed[index + 1];
    if (newer === undefined) break;
    if (older.key !== newer.key) {
      wrong.push(`${older.file} and ${newer.file} are signed with different keys`);
      continue;
    }
    const { size, root } = older.checkpoint;
    const links = files.filter(({ link }) => link?.from === size);
    for (const { file, link, checkpoint } of links) {
      if (link === undefined || checkpoint === undefined) continue;
      if (leadsTo(link.proof, older.checkpoint, checkpoint))
        notes.push(`${older.file}: ${file} proves that it is the beginning.`);
      else wrong.push(`${file} does not prove that ${older.file} is the beginning`);
    }
    const covering = files.filter(({ file, roots }) => file !== older.file && roots.has(size));
    for (const { file, roots } of covering) {
      if (roots.get(size) === root) notes.push(`${older.file}: its ${size} entries are the beginning of ${file}.`);
      else wrong.push(`${file} has other entries up to ${size} than the checkpoint of ${older.file}`);
    }
    if (covering.length + links.length === 0) {
      notes.push(`${older.file} cannot be compared with ${newer.file}: no file has the entries from ${size} on.`);
    }
  }
  return { wrong, notes };
}

function leadsTo(proof: readonly Uint8Array[], older: Checkpoint, newer: Checkpoint): boolean {
  const root = Buffer.from(older.root, "base64");
  const found = rootsOfLink({ older: older.size, size: newer.size, proof }, root);
  return found !== undefined && root.equals(found.older) && Buffer.from(newer.root, "base64").equals(found.newer);
}
