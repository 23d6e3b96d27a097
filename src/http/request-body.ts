import { badRequest } from "../protocol/errors.ts";

export const tooLarge = () => badRequest("The request is too large.");
const incomplete = () => badRequest("The request has not arrived whole.");

const AT_ONCE = 65_536;
/** After so much of one body, everybody else has a turn. */
const TURN = 1_048_576;

/** The body of a request, counted while it arrives: what its headers say of its length is never relied on. */
export class RequestBody {
  readonly #reader: ReadableStreamBYOBReader;
  readonly #read: Uint8Array[] = [];
  #length = 0;
  #ended = false;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader({ mode: "byob" });
  }

  /** Reads on until all of the body is there, or more than so many bytes are; whether that is all of it. */
  async isWithin(bytes: number): Promise<boolean> {
    while (!this.#ended && this.#length <= bytes) {
      const piece = await this.#next();
      if (piece !== undefined) this.#read.push(piece);
    }
    return this.#length <= bytes;
  }

  /** All of the body from its beginning, piece by piece; refused where it goes on after so many bytes. */
  async *pieces(most: number): AsyncGenerator<Uint8Array> {
    if (this.#length > most) throw tooLarge();
    yield* this.#read.splice(0);
    for (;;) {
      const piece = await this.#next();
      if (piece === undefined) return;
      if (this.#length > most) throw tooLarge();
      yield piece;
    }
  }

  /** What has been read, and stays there for `pieces`. */
  get begun(): readonly Uint8Array[] {
    return this.#read;
  }

  async #next(): Promise<Uint8Array | undefined> {
    if (this.#ended) return undefined;
    const { done, value } = await this.#reader.readAtLeast(AT_ONCE, new Uint8Array(AT_ONCE)).catch(() => {
      throw incomplete();
    });
    // The last piece may come together with the end.
    if (done || value === undefined || value.length < AT_ONCE) this.#ended = true;
    if (value === undefined || value.length === 0) return undefined;
    const turns = Math.floor(this.#length / TURN);
    this.#length += value.length;
    // A body that arrives as fast as it is read would be all that the program does: reading what is there waits for
    // nothing.
    if (Math.floor(this.#length / TURN) > turns) await scheduler.wait(0);
    return value;
  }
}
