import { HASH_BYTES, sha256 } from "./sha256.ts";

/** A whole subtree of the hash tree over the log. */
export interface Subtree {
  readonly width: number;
  readonly hash: Uint8Array<ArrayBuffer>;
}

/** The text that a node's hash is of: a byte that says so, and the hashes below. */
const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);

/** The largest whole subtrees of entries, from left to right; undefined where their ids do not follow each other. */
export function subtreesOf(ids: Float64Array, leaves: Uint8Array): Subtree[] | undefined {
  const [first = 0] = ids;
  if (first < 1 || ids.some((id, index) => id !== first + index)) return undefined;
  const subtrees: Subtree[] = [];
  for (let at = 0; at < ids.length; ) {
    const width = widthAt(first - 1 + at, ids.length - at);
    subtrees.push({ width, hash: rootOf(leaves.subarray(at * HASH_BYTES, (at + width) * HASH_BYTES)) });
    at += width;
  }
  return subtrees;
}

/** The number of leaves of the largest whole subtree that begins after so many leaves and has at most some. */
function widthAt(before: number, most: number): number {
  let width = 1;
  while (width * 2 <= most && before % (width * 2) === 0) width *= 2;
  return width;
}

/** The root of a tree of a power of two of leaves. */
function rootOf(leaves: Uint8Array): Uint8Array<ArrayBuffer> {
  const level = Buffer.from(leaves);
  for (let bytes = level.length; bytes > HASH_BYTES; bytes /= 2) {
    for (let at = 0; at < bytes; at += 2 * HASH_BYTES) {
      for (let index = 0; index < 2 * HASH_BYTES; index++) node[1 + index] = level[at + index] ?? 0;
      level.write(sha256(node, "binary"), at / 2, "latin1");
    }
  }
  return Uint8Array.from(level.subarray(0, HASH_BYTES));
}
