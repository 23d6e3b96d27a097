import { STATUS_CODES } from "node:http";

/** An answer that the gate gives itself, with the protocol's error envelope; the connection ends with it. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: string;

  /** @param more further header lines, each with its line end */
  constructor(
    status: number,
    message: string,
    { code = "BAD_REQUEST", headers = "" }: { code?: string; headers?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  /** @param withBody what answers HEAD has none */
  toBytes(withBody = true) {
    const body = JSON.stringify({ result: "error", msg: this.message, code: this.code });
    return Buffer.from(
      `HTTP/1.1 ${this.status} ${STATUS_CODES[this.status]}\r\ncontent-type: application/json\r\n` +
        `content-length: ${body.length}\r\n${this.headers}connection: close\r\n\r\n${withBody ? body : ""}`,
      "latin1",
    );
  }
}

export const badRequest = (message: string) => new Refusal(400, message);

/** Refuses with 503 and `Retry-After` what may succeed a little later: when the runtime has started, or has room. */
export const unavailable = (message: string, seconds = 1) =>
  new Refusal(503, message, { code: "REQUEST_TIMEOUT", headers: `retry-after: ${seconds}\r\n` });
