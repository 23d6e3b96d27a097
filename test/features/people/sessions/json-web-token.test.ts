import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signedClaims } from "../../../../src/features/people/sessions/json-web-token.ts";

const SECRET = "a secret between two servers";
const CLAIMS = { email: "noah@example.com" };
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Creates a token with any header, signed according to the header or with another hash. */
function token(header: unknown, claims: unknown = CLAIMS, hash = "sha256"): string {
  const signed = `${encoded(header)}.${encoded(claims)}`;
  return `${signed}.${createHmac(hash, SECRET).update(signed).digest("base64url")}`;
}
const good = token({ alg: "HS256", typ: "JWT" });
const [header = "", claims = "", signature = ""] = good.split(".");

test("signedClaims returns the relevant claims of a token signed with the secret", async () => {
  expect(await signedClaims(good, SECRET)).toEqual(CLAIMS);
  expect(await signedClaims(token({ alg: "HS256" }, { ...CLAIMS, exp: 2, nbf: 1.5, sub: "x" }), SECRET)).toEqual({
    ...CLAIMS,
    exp: 2,
    nbf: 1.5,
  });
  expect(await signedClaims(token({ alg: "HS256", b64: false, jwk: {}, kid: "../x" }), SECRET)).toEqual(CLAIMS);
});

test("signedClaims reads the example token of jwt.io with its secret", async () => {
  const example =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c";
  expect(await signedClaims(example, "your-256-bit-secret")).toEqual({});
  expect(await signedClaims(example, "your-256-bit-secreT")).toBeNull();
});

test.each([
  ["an empty text", ""],
  ["one part", header],
  ["two parts", `${header}.${claims}`],
  ["four parts", `${good}.${signature}`],
  ["no signature", `${header}.${claims}.`],
  ["the algorithm none and no signature", `${encoded({ alg: "none" })}.${claims}.`],
  ["the algorithm none and a signature", token({ alg: "none" })],
  ["the algorithm in another case", token({ alg: "hs256" })],
  ["no algorithm", token({ typ: "JWT" })],
  ["an algorithm that isn't text", token({ alg: ["HS256"] })],
  ["HS384", token({ alg: "HS384" }, CLAIMS, "sha384")],
  ["HS512", token({ alg: "HS512" }, CLAIMS, "sha512")],
  ["HS512 only in the header", token({ alg: "HS512" })],
  ["a public-key algorithm", token({ alg: "RS256" })],
  ["another hash than the header names", token({ alg: "HS256" }, CLAIMS, "sha512")],
  ["a header that isn't an object", token("HS256")],
  ["a critical header", token({ alg: "HS256", crit: ["exp"], exp: 1 })],
  ["unencoded claims", token({ alg: "HS256", crit: ["b64"], b64: false })],
  ["a critical header for encoded claims", token({ alg: "HS256", crit: ["b64"], b64: true })],
  ["an empty list of critical headers", token({ alg: "HS256", crit: [] })],
  ["another header", `${encoded({ alg: "HS256" })}.${claims}.${signature}`],
  ["other claims", `${header}.${encoded({ email: "iris@example.com" })}.${signature}`],
  [
    "the signature of another secret",
    good.replace(signature, createHmac("sha256", "x").update("y").digest("base64url")),
  ],
  ["a signature that is too short", good.slice(0, -2)],
  ["a signature that is too long", `${good}x`],
  ["another signature", `${header}.${claims}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`],
  ["padding", `${good}=`],
  ["white space", `${good}\n`],
  ["an address that isn't text", token({ alg: "HS256" }, { email: 7 })],
  ["an expiry that isn't a number", token({ alg: "HS256" }, { ...CLAIMS, exp: "9" })],
  ["claims that aren't an object", token({ alg: "HS256" }, "noah@example.com")],
  ["claims that are null", token({ alg: "HS256" }, null)],
])("signedClaims returns no claims for a token with %s", async (_, bad) => {
  expect(await signedClaims(bad, SECRET)).toBeNull();
});

test("signedClaims returns no claims with another secret", async () => {
  expect(await signedClaims(good, `${SECRET}!`)).toBeNull();
});
