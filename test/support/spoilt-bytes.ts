import { type Random, randomFrom } from "./changed-at-random.ts";

/** Replacements for lengths and flags in a file. */
const NUMBERS: readonly (readonly number[])[] = [
  ...[[0], [1], [0x7f], [0x80], [0xff], [0, 0], [0xff, 0xff], [0x7f, 0xff], [0, 0, 0, 0], [0xff, 0xff, 0xff, 0xff]],
  ...[
    [0x7f, 0xff, 0xff, 0xff],
    [0, 0, 0, 1],
    [1, 0, 0, 0],
    [0x80, 0, 0, 0],
  ],
];
const TEXTS = ["0", "00", "-1", "1", "9", "99999", "777777", " ", "\n", "\r\n\r\n", "--", "=", ";", "\0"];

const ways: readonly ((bytes: Uint8Array, random: Random) => Uint8Array)[] = [
  (bytes, random) => bytes.slice(0, random(bytes.length + 1)),
  (bytes, random) => replaced(bytes, random, NUMBERS[random(NUMBERS.length)] ?? []),
  (bytes, random) => replaced(bytes, random, [...new TextEncoder().encode(TEXTS[random(TEXTS.length)])]),
  (bytes, random) => replaced(bytes, random, [random(256)]),
  // Removes a part, repeats it, moves it, or nests it in another part.
  (bytes, random) => spliced(bytes, random(bytes.length), random(600), new Uint8Array()),
  (bytes, random) => spliced(bytes, random(bytes.length), 0, partOf(bytes, random)),
  (bytes, random) => spliced(bytes, random(bytes.length), random(600), partOf(bytes, random)),
  (bytes, random) => spliced(bytes, random(bytes.length), 0, bytes),
];

/**
 * Yields corrupted versions of valid bytes, as a broken or hostile program might write them. The same seed gives the
 * same versions.
 */
export function* spoilt(bytes: Uint8Array, count: number, seed = 1): Generator<Uint8Array<ArrayBuffer>> {
  const random = randomFrom(seed);
  for (let made = 0; made < count; made += 1) {
    let changed = bytes;
    for (let changes = 1 + random(3); changes > 0; changes -= 1) {
      changed = ways[random(ways.length)]?.(changed, random) ?? changed;
    }
    yield changed.slice();
  }
}

/** Yields prefixes of some bytes, at most about `most` of them. */
export function* cutAnywhere(bytes: Uint8Array, most = bytes.length): Generator<Uint8Array<ArrayBuffer>> {
  const step = Math.max(1, Math.floor(bytes.length / most));
  for (let end = 0; end < bytes.length; end += step) yield bytes.slice(0, end);
}

const partOf = (bytes: Uint8Array, random: Random): Uint8Array => {
  const from = random(bytes.length);
  return bytes.subarray(from, from + random(600));
};

function replaced(bytes: Uint8Array, random: Random, by: readonly number[]): Uint8Array {
  const at = random(bytes.length);
  return spliced(bytes, at, Math.min(by.length, bytes.length - at), Uint8Array.from(by));
}

function spliced(bytes: Uint8Array, at: number, removed: number, added: Uint8Array): Uint8Array {
  const after = bytes.subarray(Math.min(bytes.length, at + removed));
  const all = new Uint8Array(at + added.length + after.length);
  all.set(bytes.subarray(0, at));
  all.set(added, at);
  all.set(after, at + added.length);
  return all;
}

/** Returns a tar whose headers all have correct checksums, so that readers reach other errors in them. */
export function withSums(tar: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  for (let at = 0; at + 512 <= tar.length; at += 512) {
    const header = tar.subarray(at, at + 512);
    if (new TextDecoder("latin1").decode(header.subarray(257, 262)) !== "ustar") continue;
    header.fill(0x20, 148, 156);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.set(new TextEncoder().encode(`${sum.toString(8).padStart(6, "0")}\0 `), 148);
  }
  return tar;
}
