import { expect, test } from "vitest";
import { rootOf } from "../../src/merkle-log/tree.ts";
import { grown, hex, LEAVES } from "./grown.ts";

/** The roots for LEAVES, by tree size. */
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

test("rootOf returns the roots of RFC 6962 for trees of zero to eight leaves", () => {
  const roots = ROOTS.map((_, size) => hex(rootOf(grown(LEAVES.slice(0, size)).hashes, size)));
  expect(roots).toEqual(ROOTS);
});

test("rootOf computes older roots from a longer tree, and reads only a few rows", () => {
  const leaves = Array.from({ length: 1000 }, (_, index) => new TextEncoder().encode(`entry ${index}`));
  const { hashes, read } = grown(leaves);
  for (const size of [1, 2, 3, 511, 512, 513, 777, 999, 1000]) {
    read.rows = 0;
    expect(hex(rootOf(hashes, size))).toBe(hex(rootOf(grown(leaves.slice(0, size)).hashes, size)));
    expect(read.rows).toBeLessThan(64);
  }
});
