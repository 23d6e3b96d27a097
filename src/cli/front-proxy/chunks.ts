const SIZE_LINE = /^([\da-f]{1,8})[\t ]*(?:;[\t -~\x80-\xff]*)?\r$/i;
/** Maximum bytes of a chunk size line, and of all trailers together. */
const MAX_LINES_BYTES = 4096;

/** Finds the end of a body in chunked transfer coding, read in parts of any size. */
export class Chunks {
  #state: "size" | "data" | "end of data" | "trailer" | "over" = "size";
  /** Remaining bytes of the chunk's data or of its line end. */
  #left = 0;
  #line = "";
  #trailers = 0;

  get isOver() {
    return this.#state === "over";
  }

  /**
   * Reads a part. Returns the body's end within it, or the part's length if the body continues. Throws on malformed
   * chunks.
   *
   * @param take receives the data
   */
  read(part: Buffer, from: number, take: ((data: Buffer) => void) | null) {
    let at = from;
    while (at < part.length && this.#state !== "over") {
      if (this.#state === "data") {
        const end = Math.min(part.length, at + this.#left);
        take?.(part.subarray(at, end));
        this.#left -= end - at;
        at = end;
        if (this.#left === 0) this.#expectLineEnd();
      } else if (this.#state === "end of data") {
        if (part[at] !== (this.#left === 2 ? 0x0d : 0x0a)) throw new Error("a chunk is longer than it says");
        this.#left -= 1;
        at += 1;
        if (this.#left === 0) this.#state = "size";
      } else at = this.#readLine(part, at);
    }
    return at;
  }

  #expectLineEnd() {
    this.#state = "end of data";
    this.#left = 2;
  }

  #readLine(part: Buffer, at: number) {
    const end = part.indexOf(0x0a, at);
    this.#line += part.toString("latin1", at, end < 0 ? part.length : end);
    if (this.#line.length + this.#trailers > MAX_LINES_BYTES) throw new Error("a line between chunks is too long");
    if (end < 0) return part.length;
    const line = this.#line;
    this.#line = "";
    if (this.#state === "trailer") this.#takeTrailer(line);
    else this.#takeSize(line);
    return end + 1;
  }

  #takeSize(line: string) {
    const [, size] = SIZE_LINE.exec(line) ?? [];
    if (size === undefined) throw new Error("a chunk has no size");
    this.#left = Number.parseInt(size, 16);
    this.#state = this.#left === 0 ? "trailer" : "data";
  }

  #takeTrailer(line: string) {
    if (!line.endsWith("\r")) throw new Error("a trailer is malformed");
    this.#trailers += line.length;
    if (line === "\r") this.#state = "over";
  }
}
