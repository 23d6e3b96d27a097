import { connect, type Socket } from "node:net";
import type { Person } from "../../process/support/person.ts";
import type { Answer } from "../abuse/send-request.ts";

/** How long the connection may be silent. */
const PATIENCE_MS = 60_000;
const PIECE_BYTES = 65_536;

/** A request whose body is generated while it is sent. */
export interface LargeBody {
  readonly method?: string;
  /** The path, starting at the root of the host. */
  readonly path: string;
  readonly type?: string;
  /** The beginning of the body, followed by repetitions of `piece`. */
  readonly begin?: string;
  readonly piece?: string;
  readonly bytes: number;
  /** True to send the length as Content-Length. Otherwise, the body is chunked. */
  readonly isStated?: boolean;
}

/** Sends a body for as long as the server reads it, even after the server has responded. Returns the first response. */
export async function sendLargeBody(person: Person, body: LargeBody): Promise<Answer & { sent: number }> {
  const began = performance.now();
  const { hostname, port } = new URL(person.url);
  const socket = connect({ port: Number(port), host: hostname });
  let received = "";
  let isOver = false;
  socket.setEncoding("latin1").on("data", (part: string) => {
    if (received.length < 65_536) received += part;
  });
  for (const end of ["end", "error", "close"]) {
    socket.on(end, () => {
      isOver = true;
    });
  }
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.write(headOf(person, body), "latin1");
  const frame = (text: string) => (body.isStated ? text : `${text.length.toString(16)}\r\n${text}\r\n`);
  let sent = 0;
  const say = async (text: string | Buffer, bytes: number) => {
    sent += bytes;
    if (!socket.write(text, "latin1")) await either(socket, "drain", "close");
  };
  const { begin = "", piece = "x" } = body;
  const text = piece.repeat(Math.floor(PIECE_BYTES / piece.length));
  const framed = Buffer.from(frame(text), "latin1");
  if (begin !== "") await say(frame(begin), begin.length);
  while (!isOver && sent + text.length <= body.bytes) await say(framed, text.length);
  const rest = body.bytes - sent;
  if (!isOver && rest > 0) await say(frame(text.slice(0, rest)), rest);
  if (!isOver && !body.isStated) socket.write("0\r\n\r\n");
  while (!isOver && !isWhole(received)) await either(socket, "data", "close");
  socket.destroy();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
  return { status, text: received.slice(received.indexOf("\r\n\r\n") + 4), ms: performance.now() - began, sent };
}

/** Resolves when any of the events happens. */
function either(socket: Socket, ...events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const happened = () => {
      for (const event of events) socket.off(event, happened);
      resolve();
    };
    for (const event of events) socket.once(event, happened);
  });
}

function headOf({ host, email, key }: Person, { method = "POST", path, type, bytes, isStated }: LargeBody): string {
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${type ?? "application/x-www-form-urlencoded"}`,
    ...(key === "" ? [] : [`Authorization: Basic ${btoa(`${email}:${key}`)}`]),
    isStated ? `Content-Length: ${bytes}` : "Transfer-Encoding: chunked",
    "\r\n",
  ].join("\r\n");
}

function isWhole(received: string): boolean {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /^content-length: (\d+)/im.exec(received.slice(0, end))?.[1];
  return length === undefined ? received.endsWith("0\r\n\r\n") : received.length >= end + 4 + Number(length);
}
