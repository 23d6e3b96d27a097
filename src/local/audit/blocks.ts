import { createReadStream } from "node:fs";

const BLOCK_BYTES = 1_048_576;
const LINE_END = 10;

/** Whole lines of a file from a byte on, about a megabyte at a time. */
export async function* blocksOf(file: string, offset: number): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { start: offset, highWaterMark: BLOCK_BYTES })) {
    const all = Buffer.concat([rest, chunk as Buffer]);
    const end = all.lastIndexOf(LINE_END) + 1;
    rest = all.subarray(end);
    // A copy of its own, which is handed to another thread.
    if (end > 0) yield Uint8Array.from(all.subarray(0, end));
  }
  if (rest.length > 0) yield Uint8Array.from(rest);
}
