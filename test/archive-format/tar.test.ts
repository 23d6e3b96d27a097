import { expect, test } from "vitest";
import { archiveLimits } from "../../src/archive-format/archive-limits.ts";
import type { ByteSource } from "../../src/archive-format/blob-source.ts";
import { BLOCK, paddingOf, TAR_END, tarHeader, tarSize } from "../../src/archive-format/tar.ts";
import { readTar } from "../../src/archive-format/tar-reader.ts";

const GIGABYTE = 2 ** 30;

async function read(source: ByteSource) {
  const found: { name: string; size: number; at: number }[] = [];
  for await (const { name, size, at } of readTar(source)) found.push({ name, size, at });
  return found;
}

/** A header with some bytes changed, and the matching checksum. */
function header(fields: Readonly<Record<number, string | Uint8Array>>, size = 0): Uint8Array<ArrayBuffer> {
  const bytes = tarHeader({ name: "a", size }, 0).slice();
  for (const [at, value] of Object.entries(fields)) {
    bytes.set(typeof value === "string" ? new TextEncoder().encode(value) : value, Number(at));
  }
  bytes.set(new TextEncoder().encode("        "), 148);
  const sum = bytes.reduce((all, byte) => all + byte, 0);
  bytes.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
  return bytes;
}

const TYPE = 156;
const tar = (...parts: (Uint8Array | string)[]) => new Blob([...parts.map((part) => part.slice()), TAR_END.slice()]);
const padded = (text: string) => text + "\0".repeat(paddingOf(new TextEncoder().encode(text).length));

test("tarHeader writes names and sizes of any length that readTar reads back, at the predicted offset", async () => {
  const names = [
    "short",
    "l".repeat(100),
    "l".repeat(101),
    "ä".repeat(51),
    // Cut to 100 bytes in the header, it ends within a character.
    `x${"ä".repeat(51)}`,
    `files/${"deep/".repeat(150)}end`,
    "x".repeat(995),
  ];
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let at = 0;
  const expected = names.map((name, size) => {
    const start = tarHeader({ name, size }, 7);
    parts.push(start.slice(), new Uint8Array(size + paddingOf(size)));
    const found = { name, size, at: at + start.length };
    at += tarSize({ name, size });
    return found;
  });
  expect(await read(new Blob([...parts, TAR_END.slice()]))).toEqual(expected);
});

test.each([8 * GIGABYTE - 1, 8 * GIGABYTE, 100 * GIGABYTE])("readTar reads a member of %d bytes", async (size) => {
  const start = tarHeader({ name: "large", size }, 0);
  const end = tarSize({ name: "large", size });
  // A virtual source of that size, with only the header.
  const part = (from: number, to: number): ByteSource => {
    const bytes = new Uint8Array(Math.min(to, end + 1024) - from);
    if (from < start.length) bytes.set(start.slice(from, to));
    return new Blob([bytes]);
  };
  const source = { ...part(0, 0), size: end + 1024, slice: part };
  expect(await read(source)).toEqual([{ name: "large", size, at: start.length }]);
});

test("readTar reads prefixes, GNU long names and large sizes, and skips global headers and folders", async () => {
  const gnuSize = new Uint8Array(12);
  gnuSize.set([0x80]);
  gnuSize[11] = 3;
  const source = tar(
    header({ [TYPE]: "g" }, 4),
    padded("9 a=b\n").slice(0, BLOCK),
    header({ [TYPE]: "5", 0: "folder/" }),
    header({ 345: "before" }),
    header({ [TYPE]: "L" }, 150),
    padded("n".repeat(150)),
    header({ 124: gnuSize }),
    padded("tea"),
    // The names of both headers are cut within a character.
    header({ [TYPE]: "x", 0: Uint8Array.of(0xc3) }, 15),
    padded("15 path=ä.txt\n"),
    header({ 0: Uint8Array.of(0xc3) }),
    header({ [TYPE]: "\0", 0: "old" }),
  );
  expect((await read(source)).map(({ name, size }) => [name, size])).toEqual([
    ["before/a", 0],
    ["n".repeat(150), 3],
    ["ä.txt", 0],
    ["old", 0],
  ]);
});

test.each<[string, Blob, RegExp]>([
  ["an absolute name", tar(tarHeader({ name: "/etc/passwd", size: 0 }, 0)), /name is not allowed/],
  ["a name that leads out of the folder", tar(tarHeader({ name: "files/../../x", size: 0 }, 0)), /name is not allowed/],
  [
    "a long name that leads out of the folder",
    tar(tarHeader({ name: `${"x".repeat(120)}/..`, size: 0 }, 0)),
    /name is not allowed/,
  ],
  ["a name with a backslash", tar(tarHeader({ name: "files\\x", size: 0 }, 0)), /name is not allowed/],
  ["a name that is too long", tar(tarHeader({ name: "x".repeat(1001), size: 0 }, 0)), /name is not allowed/],
  ["no name", tar(header({ 0: "\0" })), /name is not allowed/],
  ["a name that is not UTF-8", tar(header({ 0: new Uint8Array([0xff, 0xfe]) })), /not UTF-8/],
  ["a folder whose name leads out of its parent", tar(header({ [TYPE]: "5", 0: "../x" })), /name is not allowed/],
  ["a symbolic link", tar(header({ [TYPE]: "2", 157: "/etc/passwd" })), /neither a file nor a folder/],
  ["a hard link", tar(header({ [TYPE]: "1", 157: "other" })), /neither a file nor a folder/],
  ["a device", tar(header({ [TYPE]: "3" })), /neither a file nor a folder/],
  [
    "a wrong checksum",
    tar(tarHeader({ name: "a", size: 0 }, 0).map((byte, at) => (at === 1 ? 0x62 : byte))),
    /no valid header/,
  ],
  ["no checksum", tar(new Uint8Array(BLOCK).fill(0x20)), /no valid header/],
  ["a size that isn't a number", tar(header({ 124: "9z" })), /no valid size/],
  ["a negative size", tar(header({ 124: new Uint8Array(12).fill(0xff) })), /no valid size/],
  ["a size beyond its end", tar(header({ 124: "77777777777" })), /cut off/],
  [
    "a header that is too long",
    tar(header({ [TYPE]: "x" }, 65_537), new Uint8Array(66_048)),
    /header of the archive is too long/,
  ],
  ["a pax header whose length is wrong", tar(header({ [TYPE]: "x" }, 11), padded("99 path=a\n\n")), /cannot be read/],
  ["a pax header without a length", tar(header({ [TYPE]: "x" }, 7), padded("path=a\n")), /cannot be read/],
  ["a pax size that isn't a number", tar(header({ [TYPE]: "x" }, 12), padded("12 size=abc\n")), /cannot be read/],
  ["a pax name with a NUL", tar(header({ [TYPE]: "x" }, 12), padded("12 path=a\0b\n")), /with a NUL/],
])("readTar refuses a tar with %s", async (_, source, problem) => {
  await expect(read(source)).rejects.toThrow(problem);
});

test("readTar refuses a tar with too many members", async () => {
  const one = tarHeader({ name: "a", size: 0 }, 0);
  // A virtual source that repeats the same header.
  const part = (from: number, to: number): ByteSource => {
    const bytes = new Uint8Array(to - from);
    for (let at = 0; at < bytes.length; at += BLOCK) bytes.set(one, at);
    return new Blob([bytes]);
  };
  const source = { ...part(0, 0), size: BLOCK * (archiveLimits.members + 10), slice: part };
  await expect(read(source)).rejects.toThrow(/too many members/);
});
