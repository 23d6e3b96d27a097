import { describe, expect, test } from "vitest";
import { Frontier, frontierOf } from "../../src/merkle-log/frontier.ts";
import { consistencyProof, inclusionProof, rootsOfLink } from "../../src/merkle-log/merkle-log.ts";
import { type Hash, leafHash, nodeHash, rootOf } from "../../src/merkle-log/tree.ts";
import { grown, hex, LEAVES } from "./grown.ts";

/** Verifies an inclusion proof as in RFC 9162, 2.1.3.2. The index counts from 0. */
function isIncluded(leaf: Hash, index: number, size: number, proof: readonly Hash[], root: Hash): boolean {
  let [fn, sn, r] = [index, size - 1, leaf];
  for (const p of proof) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = nodeHash(p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [fn >> 1, sn >> 1];
    } else r = nodeHash(r, p);
    [fn, sn] = [fn >> 1, sn >> 1];
  }
  return sn === 0 && hex(r) === hex(root);
}

/** Whether a consistency proof leads to both roots. */
function isConsistent(older: number, size: number, proof: readonly Hash[], roots: [Hash, Hash]): boolean {
  const found = rootsOfLink({ older, size, proof }, roots[0]);
  return found !== undefined && hex(found.older) === hex(roots[0]) && hex(found.newer) === hex(roots[1]);
}

describe("eight-leaf test tree of RFC 6962 implementations", () => {
  const { hashes } = grown(LEAVES);
  test.each([
    [
      1,
      8,
      [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
      ],
    ],
    [
      6,
      8,
      [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ],
    ],
    [3, 3, ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"]],
    [
      2,
      5,
      [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      ],
    ],
  ])("has the expected inclusion proof for leaf %i at tree size %i", (position, size, proof) => {
    expect(inclusionProof(hashes, position, size).map(hex)).toEqual(proof);
  });

  test.each([
    [
      1,
      8,
      [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
      ],
    ],
    [
      6,
      8,
      [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
      ],
    ],
    [
      2,
      5,
      [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      ],
    ],
    [8, 8, []],
  ])("has the expected consistency proof from tree size %i to %i", (older, newer, proof) => {
    expect(consistencyProof(hashes, older, newer).map(hex)).toEqual(proof);
  });
});

test("proofs in trees of up to 40 leaves verify as in RFC 9162, and fail for any other leaf or root", () => {
  const leaves = Array.from({ length: 40 }, (_, index) => new TextEncoder().encode(`entry ${index}`));
  const { hashes } = grown(leaves);
  const wrong = leafHash(new TextEncoder().encode("another entry"));
  for (let size = 1; size <= leaves.length; size += 1) {
    const root = rootOf(hashes, size);
    for (let position = 1; position <= size; position += 1) {
      const proof = inclusionProof(hashes, position, size);
      expect(isIncluded(hashes.leaf(position), position - 1, size, proof, root)).toBe(true);
      expect(isIncluded(wrong, position - 1, size, proof, root)).toBe(false);
      const older = rootOf(hashes, position);
      const link = consistencyProof(hashes, position, size);
      expect(isConsistent(position, size, link, [older, root])).toBe(true);
      expect(isConsistent(position, size, link, [older, wrong])).toBe(false);
      expect(isConsistent(position, size, link, [wrong, root])).toBe(false);
      expect(isConsistent(position, size, [...link, wrong], [older, root])).toBe(false);
      if (link.length > 0) expect(isConsistent(position, size, link.slice(1), [older, root])).toBe(false);
    }
  }
});

test("proofs in a tree of 100,000 leaves read only a few hundred rows", () => {
  const leaves = Array.from({ length: 100_000 }, (_, index) => Uint8Array.of(index % 256));
  const { hashes, read } = grown(leaves);
  for (const position of [1, 2, 65_535, 65_536, 65_537, 99_999, 100_000]) {
    read.rows = 0;
    inclusionProof(hashes, position, leaves.length);
    consistencyProof(hashes, position, leaves.length);
    expect(read.rows).toBeLessThan(400);
  }
});

test("Frontier resumes from the hashes of complete subtrees at any size, and computes the same roots as rootOf", () => {
  const leaves = Array.from({ length: 70 }, (_, index) => new TextEncoder().encode(`entry ${index}`));
  const { hashes } = grown(leaves);
  for (const from of [0, 1, 2, 3, 7, 8, 31, 32, 33, 69]) {
    const tree = new Frontier(from, frontierOf(hashes, from));
    expect(hex(tree.root)).toBe(hex(rootOf(hashes, from)));
    for (let size = from + 1; size <= leaves.length; size += 1) {
      tree.append(hashes.leaf(size));
      expect([tree.size, hex(tree.root)]).toEqual([size, hex(rootOf(hashes, size))]);
    }
  }
  expect(() => new Frontier(3, frontierOf(hashes, 4))).toThrow();
});
