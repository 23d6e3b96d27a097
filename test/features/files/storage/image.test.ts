import { describe, expect, test } from "vitest";
import { readImage, stillOf } from "../../../../src/features/files/storage/image/image.ts";
import { takesLinearTime } from "../../../support/linear-time.ts";
import { animatedGif, png } from "../../../support/pictures.ts";

const letters = (text: string) => [...new TextEncoder().encode(text)];
const little = (value: number, size: number) =>
  Array.from({ length: size }, (_, index) => (value >> (8 * index)) & 255);
const big = (value: number, size: number) => little(value, size).reverse();
const bytes = (...parts: (number | number[])[]) => Uint8Array.from(parts.flat());

const riff = (...chunks: number[][]) => {
  const body = [...letters("WEBP"), ...chunks.flat()];
  return bytes(letters("RIFF"), little(body.length, 4), body);
};
const chunk = (name: string, body: number[]) => [
  ...letters(name),
  ...little(body.length, 4),
  ...body,
  ...(body.length % 2 ? [0] : []),
];
const vp8x = (flags: number, width: number, height: number) =>
  chunk("VP8X", [flags, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)]);
const vp8 = (width: number, height: number) =>
  chunk("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2)]);
const vp8l = (width: number, height: number) => chunk("VP8L", [0x2f, ...little((width - 1) | ((height - 1) << 14), 4)]);
const frame = (width: number, height: number, ...data: number[][]) =>
  chunk("ANMF", [...little(0, 6), ...little(width - 1, 3), ...little(height - 1, 3), ...little(0, 4), ...data.flat()]);

const pngChunk = (name: string, body: number[]) => [...big(body.length, 4), ...letters(name), ...body, 0, 0, 0, 0];
const animatedPng = () =>
  bytes(
    [...png(5, 6)],
    pngChunk("acTL", [0, 0, 0, 2]),
    pngChunk("fcTL", [1]),
    pngChunk("IDAT", [2]),
    pngChunk("fdAT", [3]),
    pngChunk("IEND", []),
  );

const frameOf = (marker: number, width: number, height: number) => [
  0xff,
  marker,
  0,
  11,
  8,
  ...big(height, 2),
  ...big(width, 2),
  1,
  0,
  0,
  0,
];
const exif = (turned: number, isLittle: boolean) => {
  const number = isLittle ? little : big;
  const entry = [...number(0x0112, 2), ...number(3, 2), ...number(1, 4), ...number(turned, 2), 0, 0];
  const tiff = [...letters(isLittle ? "II" : "MM"), ...number(42, 2), ...number(8, 4), ...number(1, 2), ...entry];
  const body = [...letters("Exif"), 0, 0, ...tiff, ...number(0, 4)];
  return [0xff, 0xe1, ...big(body.length + 2, 2), ...body];
};
/** A GIF of one pixel with an additional, truncated frame of another size. */
const gifWithFrame = (width: number, height: number) =>
  bytes([...animatedGif().slice(0, -1)], 0x2c, little(1, 2), little(2, 2), little(width, 2), little(height, 2), 0);
const jpeg = (...segments: number[][]) => bytes([0xff, 0xd8], ...segments);

describe("readImage", () => {
  test.each([
    ["PNG", png(640, 480), "image/png", 640, 480, false],
    ["PNG that moves", animatedPng(), "image/png", 5, 6, true],
    ["GIF of one frame", animatedGif().slice(0, -16), "image/gif", 1, 1, false],
    ["GIF of two frames", animatedGif(), "image/gif", 1, 1, true],
    ["GIF with a frame beyond its screen", gifWithFrame(4, 3), "image/gif", 5, 5, true],
    ["JPEG", jpeg(frameOf(0xc0, 7, 8)), "image/jpeg", 7, 8, false],
    ["progressive JPEG", jpeg([0xff, 0xdb, 0, 3, 0], frameOf(0xc2, 7, 8)), "image/jpeg", 7, 8, false],
    ["JPEG that was held upright", jpeg(exif(6, false), frameOf(0xc0, 7, 8)), "image/jpeg", 8, 7, false],
    ["JPEG that was turned over", jpeg(exif(3, true), frameOf(0xc0, 7, 8)), "image/jpeg", 7, 8, false],
    [
      "JPEG held upright, by the other order of bytes",
      jpeg(exif(8, true), frameOf(0xc0, 7, 8)),
      "image/jpeg",
      8,
      7,
      false,
    ],
    [
      "JPEG whose notes are broken",
      jpeg(
        exif(6, true)
          .slice(0, 4)
          .concat(letters("Exif"))
          .map((b, i) => (i === 3 ? 6 : b)),
        frameOf(0xc0, 7, 8),
      ),
      "image/jpeg",
      7,
      8,
      false,
    ],
    ["WebP", riff(vp8(300, 200)), "image/webp", 300, 200, false],
    ["lossless WebP", riff(vp8l(300, 200)), "image/webp", 300, 200, false],
    ["extended WebP", riff(vp8x(0x10, 30, 20), vp8(30, 20)), "image/webp", 30, 20, false],
    ["WebP that moves", riff(vp8x(2, 30, 20), frame(30, 20, vp8(30, 20))), "image/webp", 30, 20, true],
  ] as const)("detects the type by the bytes: %s", (_, file, content_type, width, height, animated) => {
    expect(readImage(file)).toMatchObject({ content_type, width, height, animated });
  });

  test.each([
    ["an empty file", bytes()],
    ["a text", bytes(letters("GIF of my cat"))],
    ["an SVG", bytes(letters('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
    ["the beginning of a PNG", png().slice(0, 18)],
    ["a PNG of zero width", png(0, 5)],
    ["a PNG too large for memory", png(30_000, 30_000)],
    ["a GIF of one pixel with a frame too large for memory", gifWithFrame(30_000, 30_000)],
    ["a JPEG without a picture", jpeg([0xff, 0xda, 0, 2])],
    ["a truncated JPEG", jpeg([0xff, 0xe0, 0, 200])],
    ["a WebP of an unknown kind", riff(chunk("OTHR", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))],
  ])("detects no image: %s", (_, file) => {
    expect(readImage(file)).toBeUndefined();
  });

  test("reads an image truncated at any byte without an error", () => {
    for (const file of [
      animatedPng(),
      animatedGif(),
      jpeg(exif(6, true), frameOf(0xc0, 7, 8)),
      riff(vp8x(2, 3, 2), frame(3, 2, vp8(3, 2))),
    ]) {
      for (let end = 0; end <= file.length; end++) {
        const part = file.slice(0, end);
        const image = readImage(part);
        if (image !== undefined) expect(stillOf(part, image).length).toBeGreaterThan(0);
      }
    }
  });
});

describe("stillOf", () => {
  const still = (file: Uint8Array) => {
    const image = readImage(file);
    if (image === undefined) throw new Error("not a picture");
    return stillOf(file, image);
  };

  test("removes the animation chunks of a PNG", () => {
    const { animated, ...rest } = readImage(still(animatedPng())) ?? {};
    expect([animated, rest]).toEqual([false, expect.objectContaining({ width: 5, height: 6 })]);
    expect(still(animatedPng())).toEqual(bytes([...png(5, 6)], pngChunk("IDAT", [2]), pngChunk("IEND", [])));
  });

  test("cuts a GIF after the first frame", () => {
    expect(still(animatedGif())).toEqual(bytes([...animatedGif().slice(0, -16)], 0x3b));
  });

  test("extracts the first frame of a WebP into its own file", () => {
    expect(still(riff(vp8x(2, 30, 20), frame(30, 20, vp8(30, 20)), frame(30, 20, vp8l(30, 20))))).toEqual(
      riff(vp8(30, 20)),
    );
  });

  test("keeps the transparency of a WebP's first frame", () => {
    const alpha = chunk("ALPH", [1, 2]);
    const file = riff(vp8x(0x12, 30, 20), frame(30, 20, alpha, vp8(30, 20)));
    expect(still(file)).toEqual(riff(vp8x(0x10, 30, 20), alpha, vp8(30, 20)));
  });
});

test("readImage reads an image with very many Exif segments in linear time", async () => {
  const tiff = [...letters("II"), 42, 0, ...little(8, 4), ...little(0xffff, 2)];
  const segment = [0xff, 0xe1, ...big(2 + 6 + tiff.length, 2), ...letters("Exif"), 0, 0, ...tiff];
  const withSegments = (count: number) => {
    const sent = new Uint8Array(2 + segment.length * count + 11);
    sent.set([0xff, 0xd8]);
    for (let index = 0; index < count; index++) sent.set(segment, 2 + index * segment.length);
    sent.set([0xff, 0xc0, 0, 11, 8, 0, 3, 0, 5, 1, 0], sent.length - 11);
    return sent;
  };
  const read = (count: number) => expect(readImage(withSegments(count))).toMatchObject({ width: 5, height: 3 });
  expect(await takesLinearTime(read, 100_000)).toBe(true);
});
