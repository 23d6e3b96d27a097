import { Buffer } from "node:buffer";

export interface Reply {
  readonly status: number;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/**
 * Reads the responses of one connection, one after the other. Supports only the parts of HTTP/1.1 that workerd uses.
 */
export class ResponseReader {
  #parts: Buffer[] = [];
  #size = 0;
  /** The status of the current response, or 0 before its head has arrived. */
  #status = 0;
  /** Where the body starts, or 0 before the head has arrived. */
  #bodyAt = 0;
  /** The length of the whole response, or null while the head is incomplete, or if the body is chunked. */
  #length: number | null = null;

  /** Reads a chunk. Returns the response if the chunk completes it. */
  read(part: Buffer): Reply | undefined {
    this.#parts.push(part);
    this.#size += part.length;
    if (this.#bodyAt === 0 && !this.#readHead()) return undefined;
    if (this.#length === null ? !this.#endsWithLastChunk() : this.#size < this.#length) return undefined;
    const body = this.#whole().subarray(this.#bodyAt);
    const reply = { status: this.#status, body: this.#length === null ? joinChunks(body) : body };
    this.#parts = [];
    this.#size = 0;
    this.#bodyAt = 0;
    this.#length = null;
    return reply;
  }

  #readHead(): boolean {
    const whole = this.#whole();
    const end = whole.indexOf(HEAD_END);
    if (end < 0) return false;
    const head = whole.toString("latin1", 0, end).toLowerCase();
    this.#status = Number(head.slice(9, 12));
    this.#bodyAt = end + HEAD_END.length;
    const length = /content-length: (\d+)/.exec(head)?.[1];
    if (length === undefined && !head.includes("transfer-encoding: chunked")) throw new Error(`unexpected: ${head}`);
    this.#length = length === undefined ? null : this.#bodyAt + Number(length);
    return true;
  }

  #whole(): Buffer {
    if (this.#parts.length > 1) this.#parts = [Buffer.concat(this.#parts)];
    return this.#parts[0] ?? Buffer.alloc(0);
  }

  #endsWithLastChunk(): boolean {
    const last = this.#parts.at(-1);
    const end = last !== undefined && last.length >= LAST_CHUNK.length ? last : this.#whole();
    return end.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  }
}

function joinChunks(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.toString("latin1", at, lineEnd), 16);
    if (size === 0) return Buffer.concat(parts);
    parts.push(body.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
