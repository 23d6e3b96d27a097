import { connect, type Socket } from "node:net";
import type { Person } from "../../process/support/person.ts";
import type { Said } from "../abuse/exchange.ts";

/** Longer than the largest body takes on a slow machine. */
const PATIENCE_MS = 60_000;
const PIECE_BYTES = 65_536;

export interface Flood {
  readonly method?: string;
  /** From the host's root. */
  readonly path: string;
  readonly type?: string;
  /** What the body begins with; after it, the piece again and again. */
  readonly begin?: string;
  readonly piece?: string;
  readonly bytes: number;
  /** Says how long it is, instead of sending it in chunks. */
  readonly isStated?: boolean;
}

/** Sends a body for as long as the other side takes it, also when it has answered; tells what it was answered first. */
export async function pour(person: Person, flood: Flood): Promise<Said & { sent: number }> {
  const began = performance.now();
  const { hostname, port } = new URL(person.url);
  const socket = connect({ port: Number(port), host: hostname });
  let heard = "";
  let isOver = false;
  socket.setEncoding("latin1").on("data", (part: string) => {
    if (heard.length < 65_536) heard += part;
  });
  for (const end of ["end", "error", "close"]) {
    socket.on(end, () => {
      isOver = true;
    });
  }
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.write(headOf(person, flood), "latin1");
  const frame = (text: string) => (flood.isStated ? text : `${text.length.toString(16)}\r\n${text}\r\n`);
  let sent = 0;
  const say = async (text: string | Buffer, bytes: number) => {
    sent += bytes;
    if (!socket.write(text, "latin1")) await either(socket, "drain", "close");
  };
  const { begin = "", piece = "x" } = flood;
  const text = piece.repeat(Math.floor(PIECE_BYTES / piece.length));
  const framed = Buffer.from(frame(text), "latin1");
  if (begin !== "") await say(frame(begin), begin.length);
  while (!isOver && sent + text.length <= flood.bytes) await say(framed, text.length);
  const rest = flood.bytes - sent;
  if (!isOver && rest > 0) await say(frame(text.slice(0, rest)), rest);
  if (!isOver && !flood.isStated) socket.write("0\r\n\r\n");
  while (!isOver && !isWhole(heard)) await either(socket, "data", "close");
  socket.destroy();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0);
  return { status, said: heard.slice(heard.indexOf("\r\n\r\n") + 4), ms: performance.now() - began, sent };
}

/** Once one of them happens. */
function either(socket: Socket, ...events: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const happened = () => {
      for (const event of events) socket.off(event, happened);
      resolve();
    };
    for (const event of events) socket.once(event, happened);
  });
}

function headOf({ host, email, key }: Person, { method = "POST", path, type, bytes, isStated }: Flood): string {
  return [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Content-Type: ${type ?? "application/x-www-form-urlencoded"}`,
    ...(key === "" ? [] : [`Authorization: Basic ${btoa(`${email}:${key}`)}`]),
    isStated ? `Content-Length: ${bytes}` : "Transfer-Encoding: chunked",
    "\r\n",
  ].join("\r\n");
}

/** Whether an answer has been heard to its end. */
function isWhole(heard: string): boolean {
  const end = heard.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /^content-length: (\d+)/im.exec(heard.slice(0, end))?.[1];
  return length === undefined ? heard.endsWith("0\r\n\r\n") : heard.length >= end + 4 + Number(length);
}
