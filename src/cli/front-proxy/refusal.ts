import { STATUS_CODES } from "node:http";
import { waitingPage } from "./waiting-page.ts";

/** A response by the gate itself, in the protocol's error envelope. It ends the connection. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly headers: string;
  readonly #seconds: number | undefined;

  /** @param more further header lines, each with its line end, and how many seconds to wait before a retry */
  constructor(
    status: number,
    message: string,
    { code = "BAD_REQUEST", headers = "", seconds }: { code?: string; headers?: string; seconds?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
    this.#seconds = seconds;
  }

  /**
   * @param request the rejected one, if its head is known: HEAD gets no body, and a browser gets a page that retries
   */
  toBytes(request: { readonly method: string; readonly head: Buffer } | null = null) {
    const page = request !== null && this.#seconds !== undefined ? waitingPage(request.head) : undefined;
    const body = Buffer.from(page ?? JSON.stringify({ result: "error", msg: this.message, code: this.code }));
    const lines = [
      `HTTP/1.1 ${this.status} ${STATUS_CODES[this.status]}`,
      ...(page === undefined
        ? ["content-type: application/json"]
        : ["content-type: text/html; charset=utf-8", "cache-control: no-store", `refresh: ${this.#seconds}`]),
      `content-length: ${body.length}`,
      ...(this.#seconds === undefined ? [] : [`retry-after: ${this.#seconds}`]),
      `${this.headers}connection: close`,
    ];
    const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
    return request?.method === "HEAD" ? head : Buffer.concat([head, body]);
  }
}

export const badRequest = (message: string) => new Refusal(400, message);

/** A 503 with `Retry-After` for requests that may succeed a little later: when the runtime has started, or has room. */
export const unavailable = (message: string, seconds = 1) =>
  new Refusal(503, message, { code: "REQUEST_TIMEOUT", seconds });
