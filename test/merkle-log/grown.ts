import { type Hash, type Hashes, leafHash, nodeAt } from "../../src/merkle-log/tree.ts";

/** The leaves used to test implementations of RFC 6962. */
export const LEAVES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((leaf) => new Uint8Array(Buffer.from(leaf, "hex")));

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** Builds a tree leaf by leaf, and counts the rows read from it. */
export function grown(leaves: readonly Uint8Array[]) {
  const rows: { leaf: Hash; node: Hash }[] = [];
  const read = { rows: 0 };
  const at = (position: number) => {
    read.rows += 1;
    const row = rows[position - 1];
    if (row === undefined) throw new Error(`no row ${position}`);
    return row;
  };
  const hashes: Hashes = { leaf: (position) => at(position).leaf, node: (position) => at(position).node };
  for (const each of leaves) {
    const leaf = leafHash(each);
    rows.push({ leaf, node: nodeAt(rows.length + 1, leaf, hashes) });
  }
  return { hashes, read };
}
