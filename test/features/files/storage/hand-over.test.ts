import { env } from "cloudflare:workers";
import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { handOver } from "../../../../src/features/files/storage/hand-over.ts";
import { turnsDuring } from "../../../support/turns.ts";

const block = new Uint8Array(5_242_880).map((_, at) => (at * 7919) >> 3);

test("handOver stores a block completely, in small chunks between which other requests run", async () => {
  const turns = await turnsDuring(() => handOver(block, (bytes) => env.UPLOADS.put("handed/over", bytes)));
  expect(turns).toBeGreaterThan(15);
  const stored = await (await env.UPLOADS.get("handed/over"))?.arrayBuffer();
  expect(Buffer.from(stored ?? []).equals(block)).toBe(true);
});

test("handOver reports a store that refuses a block, at once or midway", async () => {
  await expect(handOver(block, () => Promise.reject(new Error("full")))).rejects.toThrow("full");
  const amid = async (bytes: Uint8Array | ReadableStream) => {
    if (!(bytes instanceof ReadableStream)) throw new Error("no stream");
    const reader = bytes.getReader();
    await reader.read();
    throw new Error("full by now");
  };
  await expect(handOver(block, amid)).rejects.toThrow("full by now");
});
