import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { readPictureWithin } from "../../../support/bounded-readers.ts";
import { turnedJpeg, wholeGif, wholePng } from "../../../support/pictures.ts";
import { cutAnywhere, spoilt } from "../../../support/spoilt-bytes.ts";

const letters = (text: string) => new TextEncoder().encode(text);
const of = (...parts: (Uint8Array | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
/** Repeats some bytes. */
const many = (count: number, bytes: number[]) =>
  new Uint8Array(count * bytes.length).map((_, at) => bytes[at % bytes.length] ?? 0);

/** An animated WebP with `frames` frames. */
function movingWebp(frames: number): Uint8Array {
  const header = of(letters("VP8X"), [10, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 4, 0, 0]);
  const frame = of(letters("ANMF"), [24, 0, 0, 0], new Uint8Array(16), letters("ALPH"), [0, 0, 0, 0]);
  const body = of(letters("WEBP"), header, ...Array.from({ length: frames }, () => frame));
  return of(letters("RIFF"), [body.length & 255, body.length >> 8, 0, 0], body);
}

const pictures = [
  ["PNG", wholePng(20, 10)],
  ["JPEG", turnedJpeg()],
  ["GIF", wholeGif()],
  ["WebP", movingWebp(3)],
] as const;

test.each(pictures)("a corrupted %s is identified with few reads per byte", (_, whole) => {
  let known = 0;
  for (const bytes of [...cutAnywhere(whole, 300), ...spoilt(whole, 1200)]) {
    if (readPictureWithin(bytes).isWhole) known += 1;
  }
  expect(known).toBeGreaterThan(200);
});

test.each([
  ["PNG", of(wholePng(20, 10).subarray(0, 33), new Uint8Array(12 * 300_000))],
  ["JPEG with empty segments", of([0xff, 0xd8], many(300_000, [0xff, 0xe1, 0, 2]))],
  ["JPEG of fill bytes", of([0xff, 0xd8], new Uint8Array(1_000_000).fill(0xff))],
  ["JPEG whose Exif data points beyond its end", of(turnedJpeg().map((byte) => (byte === 8 ? 0xff : byte)))],
  ["GIF of blocks", of(wholeGif().subarray(0, 19), many(500_000, [0x21, 0]))],
  ["WebP", movingWebp(1000).map((byte, at) => (at > 40 && byte === 24 ? 0 : byte))],
])("a %s with very many parts is read in a bounded number of steps", (_, bytes) => {
  expect(readPictureWithin(bytes, 5_000_000).share).toBeLessThan(1);
});
