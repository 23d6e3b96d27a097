import { createPrivateKey, sign } from "node:crypto";
import { expect, test } from "vitest";
import { openCheckpoint, signedCheckpoint } from "../../src/merkle-log/checkpoint.ts";
import { openNote, type Signer, signNote, verifierKey } from "../../src/merkle-log/note.ts";

/** Key and note from the reference implementation's example (golang.org/x/mod/sumdb/note). */
const VERIFIER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
/** Its private key, without the algorithm byte. */
const SEED = Buffer.from("AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz", "base64").subarray(1);
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const SIGNATURE =
  "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
const NOTE = `${TEXT}\n${SIGNATURE}`;

function peter(): Signer {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), SEED]);
  const key = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
  const publicKey = Buffer.from("ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW", "base64").subarray(1);
  return { name: "PeterNeumann", publicKey, sign: (bytes) => sign(null, bytes, key) };
}

test("verifierKey, signNote and openNote match the reference implementation byte for byte", () => {
  expect(verifierKey(peter())).toBe(VERIFIER);
  expect(signNote(TEXT, peter())).toBe(NOTE);
  expect(openNote(NOTE, VERIFIER)).toEqual({ text: TEXT });
});

test("openNote rejects a changed note or a wrong key, and ignores other signatures", () => {
  expect(openNote(NOTE.replace("answer", "answers"), VERIFIER)).toHaveProperty("wrong");
  expect(openNote(NOTE.replace("x08go/Z", "x08go/a"), VERIFIER)).toHaveProperty("wrong");
  expect(openNote(NOTE.replace("— Peter", "— Paul"), VERIFIER)).toHaveProperty("wrong");
  expect(openNote(TEXT, VERIFIER)).toHaveProperty("wrong");
  expect(openNote(NOTE, VERIFIER.replace("c74f20a3", "c74f20a4"))).toHaveProperty("wrong");
  expect(openNote(NOTE, "PeterNeumann")).toHaveProperty("wrong");
  const other =
    "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n";
  expect(openNote(`${TEXT}\n${other}${SIGNATURE}`, VERIFIER)).toEqual({ text: TEXT });
});

test("a checkpoint is a signed note of its log's name, size and root", () => {
  const checkpoint = { origin: "PeterNeumann", size: 20852163, root: "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=" };
  const note = signedCheckpoint(checkpoint, peter());
  expect(note.split("\n").slice(0, 4)).toEqual(["PeterNeumann", "20852163", checkpoint.root, ""]);
  expect(openCheckpoint(note, VERIFIER)).toEqual(checkpoint);
  expect(openCheckpoint(note.replace("20852163", "20852164"), VERIFIER)).toHaveProperty("wrong");
  expect(openCheckpoint(NOTE, VERIFIER)).toEqual({ wrong: "it is no checkpoint" });
});
