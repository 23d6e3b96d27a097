import { Agent, type IncomingMessage, request as plainRequest } from "node:http";
import { request } from "node:https";

export interface SendOptions {
  readonly method?: string;
  /** The header `host` names the server, where its address does not. */
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
  /** The time without a byte after which the request fails; with 0, it waits for ever. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The way to this machine itself, which is not by the proxy that the environment names. */
const direct = new Agent();
const LOOPBACK = /^(localhost|127\.[\d.]+|\[?::1\]?)$/;

/**
 * Sends a request on a path as it is, however odd, and returns the answer, whose body is for the caller to read. `fetch`
 * neither keeps such paths nor lets the header `host` differ from the address.
 */
export function send(
  { protocol, hostname, port }: URL,
  path: string,
  { method = "GET", headers = {}, body = "", timeoutMs = 60_000, signal }: SendOptions = {},
): Promise<IncomingMessage> {
  const options = {
    ...{ hostname: hostname.replace(/^\[|\]$/g, ""), port, method, path, timeout: timeoutMs },
    headers: { "content-length": String(Buffer.byteLength(body)), ...headers },
    ...(headers["host"] && { servername: headers["host"].replace(/:\d+$/, "") }),
    ...(signal && { signal }),
    ...(protocol === "http:" && LOOPBACK.test(hostname) && { agent: direct }),
  };
  return new Promise((resolve, reject) => {
    const sent = (protocol === "https:" ? request : plainRequest)(options, resolve);
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", reject);
    sent.end(body);
  });
}

export async function textOf(response: IncomingMessage) {
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  return text;
}

/** An answer of the API: its fields, or none where it is not the API's. */
export interface Reply {
  readonly result?: string;
  readonly msg?: string;
  readonly code?: string;
  [field: string]: unknown;
}

export async function replyOf(response: IncomingMessage): Promise<Reply> {
  const text = await textOf(response);
  return text.startsWith("{") ? JSON.parse(text) : {};
}
