import { expect, test } from "vitest";
import { type SentPart, uploadParts } from "../../../../src/web/client/import/upload-parts.ts";
import type { Import } from "../../../../src/web/model/organization/imports.ts";
import { Refused, Unreachable } from "../../../../src/web/wire/api.ts";

const SIZE = 25;
const PART_BYTES = 10;

/** A server that accepts parts, after answering with some failures. */
function world({ received = [] as number[], failures = [] as Error[] } = {}) {
  const parts = new Map<number, string>(received.map((part) => [part, "before"]));
  const rests: (number | undefined)[] = [];
  const told: [bytes: number, isWaiting: boolean][] = [];
  const controller = new AbortController();
  const asked = (): Import => {
    const missing_parts = [1, 2, 3].filter((part) => !parts.has(part));
    return {
      ...{ id: 1, state: "uploading", size: SIZE, part_bytes: PART_BYTES, parts: 3, parts_received: parts.size },
      ...{ missing_parts, phase: null, done: 0, total: 0, created_at: 0, started_at: null, ended_at: null },
      ...{ error: null, report: null },
    };
  };
  const put = async ({ number, bytes, sha256 }: SentPart) => {
    const failure = failures.shift();
    if (failure !== undefined) throw failure;
    parts.set(number, `${await bytes.text()} ${sha256}`);
  };
  const run = () =>
    uploadParts({
      archive: new Blob(["aaaaaaaaaabbbbbbbbbbccccc"]),
      ask: async () => asked(),
      digest: async (part) => `digest of ${part.size}`,
      put,
      waitToRetry: async (_, ms) => void rests.push(ms),
      onProgress: (bytes, isWaiting) => told.push([bytes, isWaiting]),
      signal: controller.signal,
    });
  return { run, parts, rests, told, controller };
}

test("an upload sends all parts with their digests, and reports the uploaded bytes", async () => {
  const { run, parts, told } = world();
  expect((await run()).missing_parts).toEqual([]);
  expect(Object.fromEntries(parts)).toEqual({
    1: "aaaaaaaaaa digest of 10",
    2: "bbbbbbbbbb digest of 10",
    3: "ccccc digest of 5",
  });
  expect(told.at(-1)).toEqual([SIZE, false]);
});

test("an upload skips parts that the server has, and counts them as sent", async () => {
  const { run, parts, told } = world({ received: [1, 3] });
  await run();
  expect(parts.get(1)).toBe("before");
  expect(parts.get(2)).toBe("bbbbbbbbbb digest of 10");
  expect(told[0]).toEqual([15, false]);
});

test("an upload retries temporary failures after the server's delay", async () => {
  const failures = [new Unreachable("offline"), new Refused(429, { msg: "" }, 700), new Refused(503, { msg: "" })];
  const { run, parts, rests, told } = world({ failures });
  await run();
  expect(parts.size).toBe(3);
  expect(rests).toEqual([undefined, 700, undefined]);
  expect(told).toContainEqual([0, true]);
});

test.each([
  ["a refusal", new Refused(400, { msg: "The import is cancelled." })],
  ["a file that can no longer be read", new DOMException("gone", "NotReadableError")],
])("an upload fails on %s", async (_, failure) => {
  const { run, parts } = world({ failures: [failure] });
  await expect(run()).rejects.toBe(failure);
  expect(parts.size).toBe(0);
});

test("an upload sends nothing more after it was aborted", async () => {
  const { run, parts, controller } = world();
  controller.abort();
  await expect(run()).rejects.toThrow();
  expect(parts.size).toBe(0);
});
