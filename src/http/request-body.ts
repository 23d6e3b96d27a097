import { badRequest } from "../protocol/errors.ts";

export const tooLarge = () => badRequest("The request is too large.");
export const incomplete = () => badRequest("The request has not arrived whole.");

/** Bytes that are read at once, before the caller is known and afterwards: each read costs more than its bytes. */
const READ_CHUNK_BYTES = { begun: 65_536, known: 262_144 };
/** After so many bytes of one body, other requests are served. */
const TURN = 1_048_576;

/** The body of a request, counted while it arrives: its Content-Length is not relied on. */
export class RequestBody {
  readonly #reader: ReadableStreamBYOBReader;
  readonly #read: Uint8Array[] = [];
  #length = 0;
  #ended = false;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader({ mode: "byob" });
  }

  /** Reads until the body ends or exceeds so many bytes; returns whether it has ended. */
  async isWithin(bytes: number): Promise<boolean> {
    while (!this.#ended && this.#length <= bytes) {
      const piece = await this.#next(READ_CHUNK_BYTES.begun);
      if (piece !== undefined) this.#read.push(piece);
    }
    return this.#length <= bytes;
  }

  /** Yields the body from its beginning; throws where it is longer than so many bytes. */
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

  /** The chunks that have been read; `pieces` yields them again. */
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
    // Reading chunks that are there already never yields to the event loop.
    if (Math.floor(this.#length / TURN) > turns) await scheduler.wait(0);
    return value;
  }
}
