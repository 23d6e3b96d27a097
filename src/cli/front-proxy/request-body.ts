import { Chunks } from "./chunks.ts";
import { badRequest } from "./refusal.ts";
import type { Times } from "./times.ts";

export type Body = SizedBody | ChunkedBody;

/** A body whose length is in Content-Length. */
export class SizedBody {
  left: number;

  constructor(length: number) {
    this.left = length;
  }

  get isOver() {
    return this.left === 0;
  }

  /**
   * Consumes a part of the body, and returns where the body ends in it.
   *
   * @param out receives the bytes to pass on
   */
  read(part: Buffer, out: Buffer[]) {
    const end = Math.min(this.left, part.length);
    this.left -= end;
    if (end > 0) out.push(end === part.length ? part : part.subarray(0, end));
    return end;
  }
}

const LINE_END = Buffer.from("\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** A chunked body. It is passed on without chunk extensions and trailers, which the runtime doesn't understand. */
export class ChunkedBody {
  #chunks = new Chunks();
  left = 0;

  get isOver() {
    return this.#chunks.isOver;
  }

  read(part: Buffer, out: Buffer[]) {
    try {
      const end = this.#chunks.read(part, 0, (data) => {
        out.push(Buffer.from(`${data.length.toString(16)}\r\n`), data, LINE_END);
      });
      if (this.isOver) out.push(LAST_CHUNK);
      return end;
    } catch {
      throw badRequest("Malformed chunks");
    }
  }
}

/** Detects senders of slow bodies, which would otherwise take up all connections. */
export class BodyPace {
  #times: Times;
  #since = 0;
  #bytes = 0;

  constructor(times: Times) {
    this.#times = times;
  }

  begin() {
    this.#since = performance.now();
    this.#bytes = 0;
  }

  count(bytes: number) {
    this.#bytes += bytes;
  }

  isTooSlow(now: number) {
    if (now - this.#since < this.#times.body) return false;
    const isTooSlow = this.#bytes < this.#times.bodyBytes;
    this.#since = now;
    this.#bytes = 0;
    return isTooSlow;
  }
}
