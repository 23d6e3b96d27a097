import { readSync } from "node:fs";

const LINE_END = 10;
const MORE_BYTES = 65_536;

/** The part of a file between two bytes. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

/** The parts of a file from a byte on, of a few megabytes each. */
export function partsOf({ from, to }: Part, bytes: number): Part[] {
  const count = Math.ceil((to - from) / bytes);
  return Array.from({ length: count }, (_, index) => {
    const start = from + index * bytes;
    return { from: start, to: Math.min(to, start + bytes) };
  });
}

/** Reads the lines of a file that begin in a part of it, whole. A line begins at the first byte of all parts, too. */
export class LineReader {
  readonly #file: number;
  readonly #first: number;
  #buffer = Buffer.alloc(0);

  constructor(file: number, first: number) {
    this.#file = file;
    this.#first = first;
  }

  /** The bytes are valid until the next call. */
  read({ from, to }: Part): Buffer {
    const isFirst = from === this.#first;
    // The byte before tells whether a line begins with the first one.
    const start = isFirst ? from : from - 1;
    let end = this.#fill(start, to, 0);
    const begin = isFirst ? 0 : this.#buffer.subarray(0, end).indexOf(LINE_END) + 1;
    if (begin === 0 && !isFirst) return Buffer.alloc(0);
    while (end > begin && this.#buffer[end - 1] !== LINE_END) {
      const more = this.#fill(start, start + end + MORE_BYTES, end);
      if (more === end) break;
      const found = this.#buffer.subarray(0, more).indexOf(LINE_END, end);
      end = found < 0 ? more : found + 1;
    }
    return this.#buffer.subarray(begin, end);
  }

  /** Reads on up to a byte of the file, where so many bytes were read; returns how many there are then. */
  #fill(start: number, to: number, filled: number): number {
    const needed = to - start;
    if (this.#buffer.length < needed) {
      const larger = Buffer.alloc(needed + MORE_BYTES);
      this.#buffer.copy(larger, 0, 0, filled);
      this.#buffer = larger;
    }
    let end = filled;
    while (end < needed) {
      const read = readSync(this.#file, this.#buffer, end, needed - end, start + end);
      if (read === 0) break;
      end += read;
    }
    return end;
  }
}
