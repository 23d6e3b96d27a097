import { createHash } from "node:crypto";

/*
 * The Merkle tree of RFC 9162, 2.1, over the log's entries. Each leaf's hash is stored with the hash of the largest
 * complete subtree that ends at the leaf. Therefore, only one row per level is read to append a leaf, or to compute the
 * root or a proof.
 */

/** A node's hash, 32 bytes. */
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

export const EMPTY: Hash = sha256();

/** The stored hashes. Positions count from 1, so that the tree of `size` leaves ends at position `size`. */
export interface Hashes {
  leaf(position: number): Hash;
  /**
   * Returns the hash of the largest complete subtree ending at a position. Its width is the position's lowest set bit.
   */
  node(position: number): Hash;
}

/** Returns the width of the largest complete subtree ending at a position. */
const widthAt = (position: number): number => {
  let width = 1;
  while (position % (width * 2) === 0) width *= 2;
  return width;
};

/** Computes the `node` hash to store for a new leaf. */
export function nodeAt(position: number, leaf: Hash, hashes: Pick<Hashes, "node">): Hash {
  let hash = leaf;
  // A subtree's left sibling is complete, and ends `width` leaves earlier.
  for (let width = 1; width < widthAt(position); width *= 2) hash = nodeHash(hashes.node(position - width), hash);
  return hash;
}

/** Returns the hash of the complete subtree of `width` leaves ending at a position. */
function subtree(hashes: Hashes, position: number, width: number): Hash {
  if (width === 1) return hashes.leaf(position);
  if (widthAt(position) === width) return hashes.node(position);
  const half = width / 2;
  return nodeHash(subtree(hashes, position - half, half), subtree(hashes, position, half));
}

/** Returns the largest power of two below a number of leaves. */
export function splitOf(leaves: number): number {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
}

/** Returns the hash over the leaves after `from` up to `to`. */
export function range(hashes: Hashes, from: number, to: number): Hash {
  const leaves = to - from;
  if (leaves === 0) return EMPTY;
  if (widthAt(leaves) === leaves) return subtree(hashes, to, leaves);
  const split = splitOf(leaves);
  return nodeHash(range(hashes, from, from + split), range(hashes, from + split, to));
}

export const rootOf = (hashes: Hashes, size: number): Hash => range(hashes, 0, size);
