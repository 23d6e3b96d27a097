import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { Agent, request } from "./http.ts";

export interface SendOptions {
  readonly method?: string;
  /** `host` is the server's name, if the address doesn't contain it. */
  readonly headers?: Record<string, string>;
  readonly body?: Buffer | string;
  /** Maximum silence on the connection before the request fails, or 0 to wait forever. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** For connections to this machine, which bypass the environment's proxy. */
const direct = new Agent();
const LOOPBACK = /^(localhost|127\.[\d.]+|\[?::1\]?)$/;

/**
 * Sends a request to a path exactly as given, without normalizing it. Returns the response, whose body the caller
 * reads. `fetch` normalizes paths, and doesn't let the `host` header differ from the address.
 */
export function send(
  { protocol, hostname, port }: URL,
  path: string,
  { method = "GET", headers = {}, body = "", timeoutMs = 60_000, signal }: SendOptions = {},
): Promise<IncomingMessage> {
  const options = {
    ...{ hostname: bareHost(hostname), port, method, path, timeout: timeoutMs },
    headers: { "content-length": String(Buffer.byteLength(body)), ...headers },
    // An IP address can't be sent as the server name (SNI).
    ...(headers["host"] && !isIP(bareHost(headers["host"])) && { servername: bareHost(headers["host"]) }),
    ...(signal && { signal }),
    ...(protocol === "http:" && LOOPBACK.test(hostname) && { agent: direct }),
  };
  return new Promise((resolve, reject) => {
    // Loads TLS only if it is needed, which is rare.
    const sent = (protocol === "https:" ? process.getBuiltinModule("node:https").request : request)(options, resolve);
    sent.on("timeout", () => sent.destroy(new Error("no answer")));
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Returns a host without port and brackets. */
const bareHost = (host: string) => host.replace(/:\d+$/, "").replace(/^\[|\]$/g, "");

export async function readBody(response: IncomingMessage) {
  let text = "";
  for await (const part of response.setEncoding("utf8")) text += part;
  return text;
}

/** The fields of an API response. Empty if the response isn't from the API. */
export interface Reply {
  readonly result?: string;
  readonly msg?: string;
  readonly code?: string;
  [field: string]: unknown;
}

export async function replyOf(response: IncomingMessage): Promise<Reply> {
  const text = await readBody(response);
  return text.startsWith("{") ? JSON.parse(text) : {};
}
