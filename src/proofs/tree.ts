import { createHash } from "node:crypto";

/*
 * The Merkle tree of RFC 9162, 2.1, over the entries of the log. Beside the hash of each leaf, the hash is kept of the largest
 * whole subtree that ends with it: from these, an append, the root and every proof need as many rows as the tree is high.
 */

/** The hash of a node, of 32 bytes. */
export type Hash = Uint8Array;

const sha256 = (...parts: readonly Uint8Array[]): Hash => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
};

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafHash = (leaf: Uint8Array): Hash => sha256(LEAF, leaf);
export const nodeHash = (left: Hash, right: Hash): Hash => sha256(NODE, left, right);

/** The hash of no entries at all. */
export const EMPTY: Hash = sha256();

/** The hashes that are kept. Positions count from 1, so that the tree of `size` leaves ends at position `size`. */
export interface Hashes {
  leaf(position: number): Hash;
  /** The hash of the largest whole subtree that ends at a position: of as many leaves as the lowest bit of it says. */
  node(position: number): Hash;
}

/** The number of leaves of the largest whole subtree that ends at a position. */
const widthAt = (position: number): number => {
  let width = 1;
  while (position % (width * 2) === 0) width *= 2;
  return width;
};

/** The hash to be kept as `node` at a position, whose leaf is new. */
export function nodeAt(position: number, leaf: Hash, hashes: Pick<Hashes, "node">): Hash {
  let hash = leaf;
  // The subtree to the left of one of this width ends that many leaves before, and is whole.
  for (let width = 1; width < widthAt(position); width *= 2) hash = nodeHash(hashes.node(position - width), hash);
  return hash;
}

/** The hash of the whole subtree of `width` leaves that ends at a position. */
function subtree(hashes: Hashes, position: number, width: number): Hash {
  if (width === 1) return hashes.leaf(position);
  if (widthAt(position) === width) return hashes.node(position);
  const half = width / 2;
  return nodeHash(subtree(hashes, position - half, half), subtree(hashes, position, half));
}

/** The largest power of two that is less than a number of leaves. */
export function splitOf(leaves: number): number {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
}

/** The hash of the leaves after `from` up to `to`. */
export function range(hashes: Hashes, from: number, to: number): Hash {
  const leaves = to - from;
  if (leaves === 0) return EMPTY;
  if (widthAt(leaves) === leaves) return subtree(hashes, to, leaves);
  const split = splitOf(leaves);
  return nodeHash(range(hashes, from, from + split), range(hashes, from + split, to));
}

/** The root of the tree of the first `size` entries. */
export const rootOf = (hashes: Hashes, size: number): Hash => range(hashes, 0, size);
