import { type Hash, type Hashes, nodeHash, range, splitOf } from "./tree.ts";

/**
 * Returns the proof (RFC 9162, 2.1.3.1) that a leaf is in the tree of the first `size` leaves: the sibling hashes on
 * its path to the root.
 */
export function inclusionProof(hashes: Hashes, position: number, size: number): Hash[] {
  const path = (from: number, to: number): Hash[] => {
    if (to - from === 1) return [];
    const middle = from + splitOf(to - from);
    return position <= middle
      ? [...path(from, middle), range(hashes, middle, to)]
      : [...path(middle, to), range(hashes, from, middle)];
  };
  return path(0, size);
}

/**
 * Returns the proof (RFC 9162, 2.1.4.1) that the tree of `size` leaves starts with the tree of the first `older`
 * leaves. `older` must be at least 1.
 */
export function consistencyProof(hashes: Hashes, older: number, size: number): Hash[] {
  const proof = (from: number, to: number, isRootKnown: boolean): Hash[] => {
    if (to === older) return isRootKnown ? [] : [range(hashes, from, to)];
    const middle = from + splitOf(to - from);
    return older <= middle
      ? [...proof(from, middle, isRootKnown), range(hashes, middle, to)]
      : [...proof(middle, to, false), range(hashes, from, middle)];
  };
  return proof(0, size, true);
}

interface Link {
  readonly older: number;
  readonly size: number;
  readonly proof: readonly Hash[];
}

/**
 * Returns the roots of both trees according to a consistency proof (RFC 9162, 2.1.4.2), or undefined if the proof
 * doesn't fit their sizes.
 */
export function rootsOfLink({ older, size, proof }: Link, root: Hash): { older: Hash; newer: Hash } | undefined {
  if (older < 1 || older > size) return undefined;
  if (older === size) return proof.length === 0 ? { older: root, newer: root } : undefined;
  const [first, ...others] = isPowerOfTwo(older) ? [root, ...proof] : proof;
  if (first === undefined) return undefined;
  let [at, last] = [older - 1, size - 1];
  const rise = () => {
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  };
  while (at % 2 === 1) rise();
  const roots = { older: first, newer: first };
  for (const hash of others) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      roots.older = nodeHash(hash, roots.older);
      roots.newer = nodeHash(hash, roots.newer);
      while (at % 2 === 0 && at !== 0) rise();
    } else {
      roots.newer = nodeHash(roots.newer, hash);
    }
    rise();
  }
  return last === 0 ? roots : undefined;
}

const isPowerOfTwo = (number: number) => Number.isInteger(Math.log2(number));
