import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readAuthenticatorData } from "../../../../src/features/people/passkeys/webauthn/authenticator-data.ts";
import { BadCbor, readCbor, readCborMap } from "../../../../src/features/people/passkeys/webauthn/cbor.ts";
import { isSignedBy, readPublicKey } from "../../../../src/features/people/passkeys/webauthn/public-key.ts";
import { verifyAssertion, verifyNewCredential } from "../../../../src/features/people/passkeys/webauthn/verify.ts";
import { ApiError } from "../../../../src/protocol/errors.ts";
import { Authenticator } from "../../../support/authenticator.ts";

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const ORIGIN = "https://chat.example.org";
const expected = { challenge: "Y2hhbGxlbmdl", origin: ORIGIN };
const options = { challenge: expected.challenge, rp: { id: "chat.example.org" }, user: { id: "dXNlcg" } };

describe("readCbor", () => {
  test.each([
    ["00", 0],
    ["17", 23],
    ["1818", 24],
    ["1903e8", 1000],
    ["1a000f4240", 1_000_000],
    ["20", -1],
    ["390100", -257],
    ["4401020304", Uint8Array.of(1, 2, 3, 4)],
    ["6449455446", "IETF"],
    ["62c3bc", "ü"],
    ["83010203", [1, 2, 3]],
    [
      "a201020304",
      new Map([
        [1, 2],
        [3, 4],
      ]),
    ],
    ["f4", false],
    ["f5", true],
    ["f6", null],
  ] as const)("decodes the examples of RFC 8949: %s", (hex, value) => {
    expect(readCbor(bytes(hex))).toEqual({ value, end: hex.length / 2 });
  });

  test.each([
    ["an empty input", ""],
    ["a truncated text", "6449"],
    ["a length of 4 GB", "5affffffff"],
    ["an eight-byte length", "5b0000000000000001"],
    ["a missing length", "5f"],
    ["a list without an end", "9f01ff"],
    ["a tag", "c074"],
    ["a fraction", "f93c00"],
    ["undefined", "f7"],
    ["text that isn't UTF-8", "61ff"],
    ["a duplicate key", "a201010102"],
    ["a key that is a list", "a18001"],
    ["too many entries", "9841"],
    ["lists that are nested too deeply", "8181818181818100"],
  ])("rejects %s", (_, hex) => {
    expect(() => readCbor(bytes(hex))).toThrow(BadCbor);
  });

  test("throws only BadCbor for any bytes", () => {
    const only = (read: (bytes: Uint8Array) => unknown) =>
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 200 }), (any) => {
          try {
            read(any);
          } catch (error) {
            expect(error).toBeInstanceOf(BadCbor);
          }
        }),
        { numRuns: 3000 },
      );
    only(readCbor);
    only((any) => readPublicKey(readCborMap(any).value));
    only(readAuthenticatorData);
  });
});

/** Corrupts some bytes of a base64url text, truncates it, or appends to it. */
const damaged = (text: string) => {
  const good = Buffer.from(text, "base64url");
  return fc
    .tuple(
      fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 })), { maxLength: 4 }),
      fc.integer({ min: 0, max: good.length }),
      fc.uint8Array({ maxLength: 5 }),
    )
    .map(([changes, length, more]) => {
      const bad = Buffer.from(good);
      for (const [at, by] of changes) bad[at] = (bad[at] ?? 0) ^ by;
      return Buffer.from([...bad.subarray(0, length), ...more]).toString("base64url");
    })
    .filter((bad) => bad !== text && bad !== "");
};

const refused = async (work: Promise<unknown>) => {
  await expect(work).rejects.toBeInstanceOf(ApiError);
};

describe("a corrupted authenticator response is rejected without a crash", () => {
  test.each(["ES256", "EdDSA", "RS256"] as const)(
    "if its signature or signed data is damaged, with %s",
    async (algorithm) => {
      const authenticator = new Authenticator(ORIGIN, algorithm);
      const { publicKey } = await verifyNewCredential(authenticator.create(options), expected);
      const good = authenticator.get(options);
      await verifyAssertion(good, { ...expected, publicKey });
      for (const name of ["clientDataJSON", "authenticatorData", "signature"] as const) {
        await fc.assert(
          fc.asyncProperty(damaged(good.response[name]), async (bad) => {
            const response = { ...good.response, [name]: bad };
            await refused(verifyAssertion({ ...good, response }, { ...expected, publicKey }));
          }),
          { numRuns: 60 },
        );
      }
      expect(await isSignedBy(publicKey, new Uint8Array(0), new Uint8Array(0))).toBe(false);
    },
  );

  test("if the data of a new credential is damaged, unless it still has the original ID", async () => {
    const good = new Authenticator(ORIGIN).create(options);
    await fc.assert(
      fc.asyncProperty(damaged(good.response.attestationObject), async (attestationObject) => {
        const response = { ...good.response, attestationObject };
        await verifyNewCredential({ ...good, response }, expected).then(
          ({ id }) => expect(id).toBe(good.id),
          (error) => expect(error).toBeInstanceOf(ApiError),
        );
      }),
      { numRuns: 300 },
    );
  });

  test("a public key that is not on the curve is rejected", async () => {
    const good = new Authenticator(ORIGIN).create(options, {
      data: (data) => Buffer.from(data.map((byte, at) => (at === data.length - 1 ? byte ^ 1 : byte))),
    });
    await refused(verifyNewCredential(good, expected));
  });
});
