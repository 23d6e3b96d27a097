import { describe, expect, test } from "vitest";
import {
  type Bytes,
  decrypt,
  encrypt,
  frameKeyOf,
  ratchet,
  readHeader,
  utf8,
  writeHeader,
} from "../../../src/web/call-encryption/sframe.ts";

const bytes = (hex: string): Bytes => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const hex = (given: Bytes) => [...given].map((byte) => byte.toString(16).padStart(2, "0")).join("");

describe("headers of RFC 9605, appendix C.1", () => {
  test.each([
    [0, 0, "00"],
    [0, 1, "01"],
    [0, 0xff, "08ff"],
    [0, 0x100, "090100"],
    [1, 0, "10"],
    [1, 0xffff, "19ffff"],
    [0xff, 0, "80ff"],
    [0x100, 0x100, "9901000100"],
    [0x123, 0x4567, "9901234567"],
    [0xffffff, 0x1000000, "abffffff01000000"],
  ])("for key ID %i and counter %i are %s", (kid, counter, header) => {
    expect(hex(writeHeader(kid, counter))).toBe(header);
    expect(readHeader(bytes(`${header}ab`))).toEqual({ kid, counter, length: header.length / 2 });
  });

  test("are rejected if they are truncated, or their numbers are too large", () => {
    for (const header of ["", "9901", "99012345", "ffffffffffffffffffffffffffffffffff", "0fffffffffffffffff"])
      expect(readHeader(bytes(header))).toBeUndefined();
  });
});

describe("test vector of RFC 9605, appendix C.3, for AES_128_GCM_SHA256_128", () => {
  const secret = bytes("000102030405060708090a0b0c0d0e0f");
  const metadata = bytes("4945544620534672616d65205747");
  const plain = bytes("64726166742d696574662d736672616d652d656e63");
  const encrypted = "9901234567b7412c2513a1b66dbb48841bbaf17f598751176ad847681a69c6d0b091c07018ce4adb34eb";

  test("is reproduced by encrypting and decrypting", async () => {
    const key = await frameKeyOf(0x123, secret);
    expect(hex(key.salt)).toBe("75234edefe07819026751816");
    expect(hex(await encrypt(key, 0x4567, plain, metadata))).toBe(encrypted);
    const header = readHeader(bytes(encrypted));
    expect(header && (await decrypt(key, header, bytes(encrypted), metadata))).toEqual(plain);
  });

  test("is rejected with a changed header, text, tag, metadata or key", async () => {
    const key = await frameKeyOf(0x123, secret);
    const opened = (given: Bytes, with_ = key, about = metadata) => {
      const header = readHeader(given);
      return header === undefined ? Promise.reject() : decrypt(with_, header, given, about);
    };
    for (const at of [2, 4, 5, 20, encrypted.length / 2 - 1]) {
      const changed = bytes(encrypted);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(opened(changed)).rejects.toThrow();
    }
    await expect(opened(bytes(encrypted), key, bytes("4945"))).rejects.toThrow();
    await expect(opened(bytes(encrypted), await frameKeyOf(0x124, secret))).rejects.toThrow();
    await expect(opened(bytes(encrypted), await frameKeyOf(0x123, await ratchet(secret)))).rejects.toThrow();
    await expect(opened(bytes("99012345670001"))).rejects.toThrow();
  });
});

test("ratchet derives a secret by HKDF with the label of RFC 9605", async () => {
  const secret = bytes("000102030405060708090a0b0c0d0e0f");
  const mac = async (key: Bytes, text: Bytes): Promise<Bytes> => {
    const imported = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, text));
  };
  const extracted = await mac(new Uint8Array(32), secret);
  expect(await ratchet(secret)).toEqual(await mac(extracted, new Uint8Array([...utf8("SFrame 1.0 Ratchet"), 1])));
});
