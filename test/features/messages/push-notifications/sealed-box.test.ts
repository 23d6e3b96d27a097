import { expect, test } from "vitest";
import { seal } from "../../../../src/features/messages/push-notifications/mobile/sealed-box.ts";
import { Keys } from "./device.ts";

/** A sealed box made by libsodium. */
const THEIRS = {
  secretKey: "3d94eea49c580aef816935762be049559d6d1440dede12e6a125f1841fff8e6f",
  publicKey: "4701d08488451f545a409fb58ae3e58581ca40ac3f7f114698cd71deac73ca01",
  box: "CCVHQraSWDp7duoODtA3SQTIPCJmWHOVDB0yAaxdXSRjPV6sYuW3rAblhNIt4cAFXt9gzpWhY1g74AhXU2TI",
};

const sealed = async (text: string, keys: Keys) =>
  Buffer.from(await seal(new TextEncoder().encode(text), keys.publicKey)).toString("base64");

test("[4.17] sealed boxes made by the server and by libsodium can be opened by either", async () => {
  const keys = await Keys.of(THEIRS.secretKey, THEIRS.publicKey);
  expect(await keys.open(THEIRS.box)).toBe('{"type":"test"}');
  expect(await keys.open(await sealed("the same", keys))).toBe("the same");
});

test.each(["", "x", "é🙂".repeat(1000)])("[4.17] a sealed box opens to its content: %#", async (text) => {
  const keys = await Keys.make();
  expect(await keys.open(await sealed(text, keys))).toBe(text);
});

test("[4.17] only the key's owner can open a sealed box, and no two boxes are the same", async () => {
  const [keys, others] = [await Keys.make(), await Keys.make()];
  const box = await sealed("secret", keys);
  await expect(others.open(box)).rejects.toThrow();
  expect(await sealed("secret", keys)).not.toBe(box);
});

test.each([
  ["too short", new Uint8Array(31).fill(9)],
  ["too long", new Uint8Array(33).fill(9)],
  ["of low order, which gives everyone the same shared secret", new Uint8Array(32)],
])("[4.17] seal throws for a key that is %s", async (_, key) => {
  await expect(seal(new Uint8Array(1), key)).rejects.toThrow();
});
