import { badRequest } from "../protocol/errors.ts";

export const tooLarge = () => badRequest("The request is too large.");
export const incomplete = () => badRequest("The request has not arrived whole.");

/** Bytes per read, before and after the caller is known. Large, because each read has a fixed cost. */
const READ_CHUNK_BYTES = { begun: 65_536, known: 262_144 };
/** Bytes of one body after which other requests get a turn. */
const TURN = 1_048_576;

/** A request's body, measured as it arrives instead of by its Content-Length. */
export class RequestBody {
  readonly #reader: ReadableStreamBYOBReader;
  readonly #read: Uint8Array[] = [];
  #length = 0;
  #ended = false;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader({ mode: "byob" });
  }

  /** Reads until the body ends or exceeds a size. Returns whether it ended. */
  async isWithin(bytes: number): Promise<boolean> {
    while (!this.#ended && this.#length <= bytes) {
      const piece = await this.#next(READ_CHUNK_BYTES.begun);
      if (piece !== undefined) this.#read.push(piece);
    }
    return this.#length <= bytes;
  }

  /** Yields the body from its beginning. Throws if it exceeds the size. */
  async *pieces(most: number): AsyncGenerator<Uint8Array> {
    if (this.#length > most) throw tooLarge();
    yield* this.#read.splice(0);
    for (;;) {
      const piece = await this.#next(Math.min(READ_CHUNK_BYTES.known, Math.max(1, most - this.#length)));
      if (piece === undefined) return;
      if (this.#length > most) throw tooLarge();
      yield piece;
    }
  }

  /** Chunks read so far; `pieces` yields them again. */
  get begun(): readonly Uint8Array[] {
    return this.#read;
  }

  async #next(bytes: number): Promise<Uint8Array | undefined> {
    if (this.#ended) return undefined;
    const { done, value } = await this.#reader.readAtLeast(bytes, new Uint8Array(bytes)).catch(() => {
      throw incomplete();
    });
    // A short chunk is the last one.
    if (done || value === undefined || value.length < bytes) this.#ended = true;
    if (value === undefined || value.length === 0) return undefined;
    const turns = Math.floor(this.#length / TURN);
    this.#length += value.length;
    // Reading buffered chunks never yields to the event loop.
    if (Math.floor(this.#length / TURN) > turns) await scheduler.wait(0);
    return value;
  }
}
