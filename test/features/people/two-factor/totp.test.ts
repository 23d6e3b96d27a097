import { expect, test } from "vitest";
import { base32, codeAt, matchingStep, newSecret, stepAt } from "../../../../src/features/people/two-factor/totp.ts";
import { machineRandom } from "../../../../src/util/random.ts";
import { seconds } from "../../../../src/util/time.ts";

/** Secret of the examples in RFC 4226 and RFC 6238. */
const SECRET = base32(new TextEncoder().encode("12345678901234567890"));

test("base32 encodes secrets", () => {
  expect(SECRET).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  for (const [text, written] of [
    ["", ""],
    ["f", "MY"],
    ["fo", "MZXQ"],
    ["foo", "MZXW6"],
    ["foob", "MZXW6YQ"],
    ["fooba", "MZXW6YTB"],
    ["foobar", "MZXW6YTBOI"],
  ] as const) {
    expect(base32(new TextEncoder().encode(text))).toBe(written);
  }
  expect(newSecret(machineRandom)).toMatch(/^[A-Z2-7]{32}$/);
});

test("codeAt returns the codes of RFC 4226", () => {
  const codes = Array.from({ length: 10 }, (_, step) => codeAt(SECRET, step));
  expect(codes).toEqual("755224 287082 359152 969429 338314 254676 287922 162583 399871 520489".split(" "));
});

test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("[security 8.1] codeAt returns the code of RFC 6238 at %d", (time, code) => {
  expect(codeAt(SECRET, stepAt(seconds(time)))).toBe(code);
});

test("[security 8.3] matchingStep accepts a code in its period and the adjacent ones, only once", () => {
  const step = 1000;
  const code = codeAt(SECRET, step);
  const at = (period: number, last = 0) => matchingStep(SECRET, code, { now: seconds(period * 30 + 7), last });
  expect([at(998), at(999), at(1000), at(1001), at(1002)]).toEqual([undefined, 1000, 1000, 1000, undefined]);
  expect([at(1000, 999), at(1000, 1000), at(1000, 1001)]).toEqual([1000, undefined, undefined]);
});
