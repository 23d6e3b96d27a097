import { expect, test } from "vitest";
import { safetyNumber } from "../../../src/web/call-encryption/safety-number.ts";
import { makeKeys } from "../../../src/web/call-encryption/sealing.ts";

test("the safety number does not depend on the order of members, but on their keys and the call", async () => {
  const [ann = "", ben = "", cleo = ""] = (await Promise.all([makeKeys(), makeKeys(), makeKeys()])).map(
    ({ publicKey }) => publicKey,
  );
  const number = await safetyNumber("1", [ann, ben]);
  expect(number).toMatch(/^\d{5}( \d{5}){5}$/);
  expect(await safetyNumber("1", [ben, ann])).toBe(number);
  const others = [
    await safetyNumber("2", [ann, ben]),
    await safetyNumber("1", [ann, cleo]),
    await safetyNumber("1", [ann, ben, cleo]),
    await safetyNumber("1", [ann]),
  ];
  expect(new Set([number, ...others]).size).toBe(5);
});

test("the safety number is the same in all versions, because people compare it across devices", async () => {
  expect(await safetyNumber("100000000000001", ["AQID", "BAUG"])).toBe("15594 50260 32254 80519 65742 45288");
});
