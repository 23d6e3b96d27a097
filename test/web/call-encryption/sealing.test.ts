import { expect, test } from "vitest";
import { fromBase64, makeKeys, open, seal, toBase64 } from "../../../src/web/call-encryption/sealing.ts";
import { utf8 } from "../../../src/web/call-encryption/sframe.ts";

const way = { call: "123456789012345", from: 1, to: 2 };
const text = utf8("a secret of thirty-two bytes, yes");

test("[security 28.19] a sealed text opens only for its recipient, with its sender and context", async () => {
  const [ann, ben, cleo] = [await makeKeys(), await makeKeys(), await makeKeys()];
  const blob = await seal(ann, ben.publicKey, way, text);
  expect(blob).toMatch(/^[\w-]{1,2000}$/);
  expect(await open(ben, ann.publicKey, way, blob)).toEqual(text);
  await expect(open(cleo, ann.publicKey, way, blob)).rejects.toThrow();
  await expect(open(ben, cleo.publicKey, way, blob)).rejects.toThrow();
  // A text that Ann sealed for Ben can't be opened as one from Ben to Ann.
  await expect(open(ann, ben.publicKey, way, blob)).rejects.toThrow();
  for (const other of [{ call: "1" }, { from: 3 }, { to: 3 }])
    await expect(open(ben, ann.publicKey, { ...way, ...other }, blob)).rejects.toThrow();
  const changed = fromBase64(blob);
  changed[20] = (changed[20] ?? 0) ^ 1;
  await expect(open(ben, ann.publicKey, way, toBase64(changed))).rejects.toThrow();
  for (const bad of ["", "AAAA", "?"]) await expect(open(ben, ann.publicKey, way, bad)).rejects.toThrow();
});

test("[security 28.19] sealing is randomized, and private keys cannot be extracted", async () => {
  const [ann, ben] = [await makeKeys(), await makeKeys()];
  expect(await seal(ann, ben.publicKey, way, text)).not.toBe(await seal(ann, ben.publicKey, way, text));
  expect(ann.privateKey.extractable).toBe(false);
  expect(fromBase64(ann.publicKey)).toHaveLength(65);
});
