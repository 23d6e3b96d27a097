import { createHash, randomBytes } from "node:crypto";
import { request as plainRequest } from "node:http";
import { request } from "node:https";
import type { Duplex } from "node:stream";

/** A receive-only event stream, or the result of an attempt to open one. */
export interface CheckedStream {
  /** Response status: 101 if the stream is open, 0 if the connection broke. */
  readonly status: number;
  /** Seconds to wait before a retry. Undefined without a Retry-After header. */
  readonly retryAfter: number | undefined;
  readonly socket: Duplex | null;
  /** Returns the number of bytes received so far. */
  heard(): number;
  readonly isOpen: boolean;
}

/** Opens a queue's stream as a WebSocket without compression. */
export function openStream(site: URL, credentials: string, queue: string): Promise<CheckedStream> {
  const key = randomBytes(16).toString("base64");
  const headers = {
    authorization: `Basic ${btoa(credentials)}`,
    ...{ connection: "Upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": key },
  };
  const path = `/api/v1/events/stream?${new URLSearchParams({ queue_id: queue, last_event_id: "-1" })}`;
  const asked = (site.protocol === "https:" ? request : plainRequest)(new URL(path, site), { headers, agent: false });
  return new Promise((resolve) => {
    const refused = (status: number, retryAfter?: string) =>
      resolve({
        ...{ status, socket: null, heard: () => 0, isOpen: false },
        retryAfter: retryAfter === undefined ? undefined : Number(retryAfter),
      });
    asked.on("upgrade", ({ headers: answered }, socket, head) => {
      if (answered["sec-websocket-accept"] !== acceptOf(key)) {
        socket.destroy();
        return refused(0);
      }
      let bytes = head.length;
      socket.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      socket.on("error", () => {});
      resolve({
        ...{ status: 101, retryAfter: undefined, socket, heard: () => bytes },
        get isOpen() {
          return !socket.destroyed && !socket.readableEnded;
        },
      });
    });
    asked.on("response", (response) => {
      response.resume();
      refused(response.statusCode ?? 0, response.headers["retry-after"]);
    });
    asked.on("error", () => refused(0));
    asked.end();
  });
}

/** A short text frame as clients send it: masked, here with zeros (RFC 6455, 5.3). */
export const textFrame = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x81, 0x80 | Buffer.byteLength(text), 0, 0, 0, 0]), Buffer.from(text)]);

/** Returns the key that a server sends to prove that it speaks WebSocket (RFC 6455, 1.3). */
const acceptOf = (key: string) =>
  createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
