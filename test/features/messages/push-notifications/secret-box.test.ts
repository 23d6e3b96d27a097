import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { secretBox } from "../../../../src/features/messages/push-notifications/mobile/secret-box.ts";
import { opened } from "./phone.ts";

const KEY = Buffer.from("MTaUDJDMWypQ1WufZ1NRTHSSvgYtXh1qVNSjN3aBiEFt", "base64");
const TEXT =
  '{"realm_url":"https://chat.example.com","realm_name":"Example","user_id":10,"type":"test","time":1754577820}';
/** libsodium's result, with a nonce of the bytes 0 to 23. */
const BOX =
  "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXsh9pifXS2+u8vcxNVne+7LJishlr8evOpc2ZEYvDYkEOlBTz8ZNc95hHAFxQtVs38W4bnhBbS1ah8R8n8jOou6gvvH3anZzbnu0GEdwsdyAktfJdNm/8RaWLLxeIrrTtnu4/S0Lgn/wkgXYcyX6h1DsCeP1JVnyLyzL5tw==";

const bytes = new TextEncoder().encode(TEXT);

test("[users 10] pushes are encrypted exactly as libsodium encrypts them", () => {
  const nonce = Uint8Array.from({ length: 24 }, (_, index) => index);
  expect(Buffer.from(secretBox(bytes, KEY.subarray(1), nonce)).toString("base64")).toBe(BOX);
  expect(opened(BOX, KEY)).toBe(TEXT);
});

test("[users 10] each push has its own nonce, and opens only with its key", () => {
  const boxes = Array.from({ length: 20 }, () => Buffer.from(secretBox(bytes, KEY.subarray(1))).toString("base64"));
  expect(new Set(boxes.map((box) => box.slice(0, 32))).size).toBe(20);
  for (const box of boxes) expect(opened(box, KEY)).toBe(TEXT);
  const other = new Uint8Array(KEY).fill(1, 7, 8);
  expect(() => opened(boxes[0] ?? "", other)).toThrow();
});
