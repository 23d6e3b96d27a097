import { Chunks } from "./chunks.ts";

const HEAD_END = "\r\n\r\n";

const CLOSE = Buffer.from("\r\nconnection: close");

/** Adds `Connection: close`, which the runtime omits, so that clients send nothing more. */
export function withClose(answer: Buffer) {
  const lineEnd = answer.indexOf("\r\n", 0, "latin1");
  return lineEnd < 0 ? answer : Buffer.concat([answer.subarray(0, lineEnd), CLOSE, answer.subarray(lineEnd)]);
}

/** Position in the runtime's response to one request. "switched" follows a 101, after which the data isn't HTTP. */
type Phase = "head" | "body" | "over" | "switched";

export class ResponseReader {
  phase: Phase = "head";
  /** Offset of the head's end in the last part read. */
  headEnd = 0;
  /** Whether the connection switched to a WebSocket with message compression. */
  compresses = false;
  readonly #toHead: boolean;
  /** Start of a head that arrived in parts. */
  #kept: Buffer | null = null;
  /** Remaining bytes of a body with Content-Length, or Infinity if it ends with the connection. */
  #left = 0;
  #chunks: Chunks | null = null;

  constructor(method: string) {
    this.#toHead = method === "HEAD";
  }

  get endsWithConnection() {
    return this.phase === "body" && this.#left === Number.POSITIVE_INFINITY;
  }

  /** Reads a part. Returns the response's end within it, or the part's length. */
  read(part: Buffer) {
    let at = 0;
    while (this.phase === "head" && at < part.length) at = this.#readHead(part, at);
    if (this.phase === "switched") return part.length;
    if (this.phase !== "body") return at;
    if (this.#chunks !== null) {
      const end = this.#chunks.read(part, at, null);
      if (this.#chunks.isOver) this.phase = "over";
      return end;
    }
    const end = Math.min(part.length, at + this.#left);
    this.#left -= end - at;
    if (this.#left === 0) this.phase = "over";
    return end;
  }

  #readHead(part: Buffer, from: number) {
    const before = this.#kept?.length ?? 0;
    const bytes = this.#kept === null ? part.subarray(from) : Buffer.concat([this.#kept, part.subarray(from)]);
    const end = bytes.indexOf(HEAD_END, Math.max(0, before - HEAD_END.length), "latin1");
    if (end < 0) {
      this.#kept = bytes;
      return part.length;
    }
    this.#kept = null;
    this.#understand(bytes.toString("latin1", 0, end));
    this.headEnd = from + end + HEAD_END.length - before;
    return this.headEnd;
  }

  #understand(head: string) {
    const status = Number(head.slice(9, 12));
    if (status === 101) this.phase = "switched";
    if (status === 101) this.compresses = /\r\nsec-websocket-extensions:[^\r]*permessage-deflate/i.test(head);
    // After an interim response, the final one follows.
    if (status < 200) return;
    this.phase = "body";
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    if (this.#toHead || status === 204 || status === 304) this.phase = "over";
    else if (/\r\ntransfer-encoding: *chunked/i.test(head)) this.#chunks = new Chunks();
    else this.#left = length === undefined ? Number.POSITIVE_INFINITY : Number(length);
    if (this.#left === 0 && this.#chunks === null) this.phase = "over";
  }
}
