import { createHash } from "node:crypto";
import { zstdDecompressSync } from "node:zlib";

const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
/** Maximum chunk length. A damaged chunk's stated length is not trusted beyond it. */
export const MAX_BYTES = 16 << 20;
/** Maximum number of times the four bytes that start a chunk can occur inside one by chance. */
const MAX_INSIDE = 2;

export const digestOf = (content: Uint8Array) => createHash("sha256").update(content).digest("base64url");

/**
 * Finds a pack's intact chunks by their content, without relying on its index. Chunks follow one another, and each
 * starts with the same four bytes.
 *
 * @param index the known positions of chunks
 */
export function wholeChunksIn(
  pack: Buffer,
  index: readonly [string, number, number][],
): [digest: string, offset: number, length: number][] {
  const bounds = new Set([0, pack.length]);
  for (let at = pack.indexOf(MAGIC); at >= 0; at = pack.indexOf(MAGIC, at + 1)) bounds.add(at);
  for (const [, offset, length] of index)
    for (const at of [offset, offset + length]) if (at < pack.length) bounds.add(at);
  const sorted = [...bounds].sort((a, b) => a - b);
  const found: [string, number, number][] = [];
  for (let begin = 0; begin < sorted.length - 1; begin += 1) {
    for (let end = begin + 1; end <= begin + 1 + MAX_INSIDE && end < sorted.length; end += 1) {
      const [from = 0, to = 0] = [sorted[begin], sorted[end]];
      const digest = digestAt(pack.subarray(from, to));
      if (digest === undefined) continue;
      found.push([digest, from, to - from]);
      break;
    }
  }
  return found;
}

function digestAt(stored: Buffer) {
  if (!stored.subarray(0, MAGIC.length).equals(MAGIC)) return undefined;
  try {
    return digestOf(zstdDecompressSync(stored, { maxOutputLength: MAX_BYTES }));
  } catch {
    return undefined;
  }
}
