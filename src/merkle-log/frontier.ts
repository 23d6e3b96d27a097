import { EMPTY, type Hash, type Hashes, nodeHash } from "./tree.ts";

/**
 * Splits a number into powers of two, largest first: the widths of the complete subtrees of a tree with that many
 * leaves.
 */
function powersOf(size: number): number[] {
  const powers: number[] = [];
  for (let left = size, power = 2 ** 52; left > 0; power /= 2) {
    if (left < power) continue;
    powers.push(power);
    left -= power;
  }
  return powers;
}

/** Returns the hashes of the largest complete subtrees over the first `size` leaves, left to right. */
export function frontierOf(hashes: Pick<Hashes, "node">, size: number): Hash[] {
  let end = 0;
  return powersOf(size).map((width) => {
    end += width;
    return hashes.node(end);
  });
}

/** An append-only Merkle tree that keeps only one hash per level. */
export class Frontier {
  size: number;
  readonly #subtrees: { readonly width: number; readonly hash: Hash }[];

  constructor(size = 0, hashes: readonly Hash[] = []) {
    const widths = powersOf(size);
    if (widths.length !== hashes.length) throw new RangeError(`a tree of ${size} has ${widths.length} whole subtrees`);
    this.size = size;
    this.#subtrees = hashes.map((hash, index) => ({ hash, width: widths[index] ?? 0 }));
  }

  append(leaf: Hash): void {
    let [width, hash] = [1, leaf];
    for (let last = this.#subtrees.at(-1); last?.width === width; last = this.#subtrees.at(-1)) {
      hash = nodeHash(last.hash, hash);
      width *= 2;
      this.#subtrees.pop();
    }
    this.#subtrees.push({ width, hash });
    this.size += 1;
  }

  get root(): Hash {
    const [last, ...others] = this.#subtrees.map(({ hash }) => hash).reverse();
    return last === undefined ? EMPTY : others.reduce((right, left) => nodeHash(left, right), last);
  }
}
