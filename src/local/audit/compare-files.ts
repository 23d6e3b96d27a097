import type { Checked } from "./check-lines.ts";

/** Compares the checkpoints of files: whether the log that each is of is the beginning of the next larger one. */
export function compareFiles(files: readonly Checked[]): { wrong: string[]; notes: string[] } {
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
    const covering = files.filter(({ file, roots }) => file !== older.file && roots.has(size));
    for (const { file, roots } of covering) {
      if (roots.get(size) === root) notes.push(`${older.file}: its ${size} entries are the beginning of ${file}.`);
      else wrong.push(`${file} has other entries up to ${size} than the checkpoint of ${older.file}`);
    }
    if (covering.length === 0) {
      notes.push(`${older.file} cannot be compared with ${newer.file}: no file has the entries from ${size} on.`);
    }
  }
  return { wrong, notes };
}
