import { type Hash, type Hashes, range, splitOf } from "./tree.ts";

/** The proof (RFC 9162, 2.1.3.1) that a leaf is in the tree of the first `size`: what is hashed with it on its way to the root. */
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

/** The proof (RFC 9162, 2.1.4.1) that the tree of `size` begins with that of the first `older` leaves, of which there are some. */
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
