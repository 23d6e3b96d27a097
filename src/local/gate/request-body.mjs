import { Chunks } from "./chunks.mjs";
import { badRequest } from "./refusal.mjs";

/** @typedef {SizedBody | ChunkedBody} Body */

/** A body whose length is in Content-Length. */
export class SizedBody {
  #left;

  /** @param {number} length */
  constructor(length) {
    this.#left = length;
  }

  get isOver() {
    return this.#left === 0;
  }

  /** How many bytes are known to be still to come. */
  get left() {
    return this.#left;
  }

  /**
   * Takes from a part what belongs to the body, and returns where in the part that ends.
   *
   * @param {Buffer} part @param {Buffer[]} out is given what is to be passed on
   */
  read(part, out) {
    const end = Math.min(this.#left, part.length);
    this.#left -= end;
    if (end > 0) out.push(end === part.length ? part : part.subarray(0, end));
    return end;
  }
}

const LINE_END = Buffer.from("\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/** A body in chunks. It is passed on without chunk extensions and trailers, which the runtime does not understand. */
export class ChunkedBody {
  #chunks = new Chunks();
  left = 0;

  get isOver() {
    return this.#chunks.isOver;
  }

  /** @param {Buffer} part @param {Buffer[]} out */
  read(part, out) {
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

/** Tells senders who bring a body too slowly: they would take up all connections. */
export class BodyPace {
  #times;
  #since = 0;
  #bytes = 0;

  /** @param {import("./times.mjs").Times} times */
  constructor(times) {
    this.#times = times;
  }

  begin() {
    this.#since = performance.now();
    this.#bytes = 0;
  }

  /** @param {number} bytes that have come */
  count(bytes) {
    this.#bytes += bytes;
  }

  /** @param {number} now */
  isTooSlow(now) {
    if (now - this.#since < this.#times.body) return false;
    const isTooSlow = this.#bytes < this.#times.bodyBytes;
    this.#since = now;
    this.#bytes = 0;
    return isTooSlow;
  }
}
