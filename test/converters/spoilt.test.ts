import { constants, deflateRawSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ArchiveError } from "../../src/archive-format/archive-error.ts";
import { parseRow } from "../../src/archive-format/archive-limits.ts";
import { archiveTables } from "../../src/archive-format/tables.ts";
import { gunzipped } from "../../src/converters/readers/gunzip.ts";
import { jsonLines } from "../../src/converters/readers/json-lines.ts";
import { JsonSplitter } from "../../src/converters/readers/json-splitter.ts";
import { damageIn, openMembers } from "../../src/converters/readers/open-members.ts";
import { Zip } from "../../src/converters/readers/zip.ts";
import { cutAnywhere, spoilt } from "../support/spoilt-bytes.ts";
import { zipFile } from "../support/zip-file.ts";

/** Counts how much of an archive is read, and how often. */
class Counted extends Blob {
  reads = 0;
  amount = 0;

  override slice(from = 0, to = this.size): Blob {
    const part = super.slice(from, to);
    this.reads += 1;
    this.amount += part.size;
    return part;
  }
}

/** Bytes from a stream until it ends, or fails like a damaged archive. */
async function lengthOf(stream: ReadableStream<Uint8Array>): Promise<{ length: number; isWhole: boolean }> {
  let length = 0;
  try {
    for await (const chunk of stream) length += chunk.length;
    return { length, isWhole: true };
  } catch (error) {
    if (damageIn(error) === undefined) throw error;
    return { length, isWhole: false };
  }
}

/** Compressed data that expands to `megabytes`, with a kilobyte per megabyte. */
function deflatedZeros(megabytes: number): Uint8Array {
  const zeros = deflateRawSync(new Uint8Array(1_000_000), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: megabytes }, () => zeros), deflateRawSync("")]);
}

test("decompression of an endless gzip file stops at its limit", async () => {
  const bomb = Buffer.concat([gzipSync("").subarray(0, 10), deflatedZeros(60), Buffer.alloc(8)]);
  const { length, isWhole } = await lengthOf(gunzipped(new Blob([bomb])));
  expect(isWhole).toBe(false);
  expect(length).toBeLessThanOrEqual(10_000_000);
});

test.each([
  ["larger than its directory says", 1000],
  ["of the stated size, and then larger", 3_000_000],
])("decompression of a zip member that becomes %s stops at the stated size", async (_, size) => {
  const zip = await Zip.open(await zipFile([{ name: "bomb", content: deflatedZeros(20), method: 8, size }]));
  const { length, isWhole } = await lengthOf(await zip.stream("bomb"));
  expect(isWhole).toBe(false);
  expect(length).toBeLessThanOrEqual(size);
});

test.each([{ is64: false }, { is64: true }])("only a small part of a damaged zip is read: %o", async (how) => {
  const members = [
    { name: "users.json", content: '[{"id":1}]', deflated: true },
    { name: "general/", content: "" },
    { name: "general/2024-01-01.json", content: "x".repeat(5000), deflated: true },
    { name: "__MACOSX/a", content: "stored" },
  ];
  const whole = new Uint8Array(await (await zipFile(members, how)).arrayBuffer());
  let read = 0;
  for (const bytes of [...cutAnywhere(whole, 100), ...spoilt(whole, 500, how.is64 ? 2 : 1)]) {
    const archive = new Counted([bytes]);
    try {
      const opened = await openMembers(archive);
      for (const name of opened.names) {
        const { length } = await lengthOf(await opened.stream(name));
        expect(length).toBeLessThanOrEqual(10_000_000);
      }
      read += 1;
    } catch (error) {
      expect(error).toBeInstanceOf(ArchiveError);
    }
    // Its start and end, the directory records, the directory, and each member's header and content.
    expect(archive.reads).toBeLessThan(6 + 2 * Math.ceil(bytes.length / 46));
    expect(archive.amount).toBeLessThan(6 * bytes.length + 1000);
  }
  expect(read).toBeGreaterThan(20);
});

test.each([
  ["lists", "[", "]"],
  ["objects", '{"a":', "}"],
])("a line with a hundred thousand nested %s is rejected without crashing the reader", async (_, open, close) => {
  const deep = `${open.repeat(100_000)}1${close.repeat(100_000)}`;
  const row = `{"id":1,"name":"a","settings":{"x":${deep}},"description":""}`;
  expect(parseRow(archiveTables.organization, row)).toHaveProperty("problem");
  expect(parseRow(archiveTables.users, deep)).toHaveProperty("problem");
  const lines = [];
  for await (const some of jsonLines(new Blob([`${deep}\n${open.repeat(100_000)}\n{"a":1}`]).stream(), "x"))
    lines.push(...some);
  expect(lines.slice(1)).toEqual([
    { line: 2, value: undefined },
    { line: 3, value: { a: 1 } },
  ]);
  const splitter = new JsonSplitter("x.json");
  expect(() => splitter.feed(new TextEncoder().encode(`[${deep}]`))).toThrow(ArchiveError);
});

test("an endless line is skipped, and the lines after it are read", async () => {
  const [most, chunk] = [40, new Uint8Array(1_000_000).fill(0x78)];
  let given = 0;
  const bytes = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        given += 1;
        if (given <= most) controller.enqueue(chunk);
        else {
          controller.enqueue(new TextEncoder().encode("\n2\n"));
          controller.close();
        }
      },
    },
    { highWaterMark: 0 },
  );
  const lines = [];
  for await (const some of jsonLines(bytes, "x")) lines.push(...some);
  expect(lines).toEqual([
    { line: 1, value: undefined },
    { line: 2, value: 2 },
  ]);
});
