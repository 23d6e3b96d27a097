import { Buffer } from "node:buffer";
import { joined } from "../../../util/join-bytes.ts";

/** Attachments whose text is so long are decoded apart from the rest of a mail. */
const LARGE_BYTES = 100_000;
/** The bytes that are decoded before others on the thread have their turn: a whole number of quanta of base64. */
const DECODED_AT_ONCE = 524_288;
/** A longer head of a part is left to the parser. */
const MOST_HEAD = 16_384;

const DASH = 0x2d;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The text of an attachment in base64, by its place in the mail. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/** A mail without its large attachments, of which each has a mark in its place. */
interface Lightened {
  readonly rest: Uint8Array;
  readonly places: readonly Place[];
}

/** The mark that stands for an attachment. Nobody who writes a mail knows the token. */
export const markOf = (token: string, index: number): string => `${token}:${index}`;

/**
 * Takes the texts of large attachments out of a mail. The parser reads a mail as a whole, which holds the thread for as long
 * as all that it has takes; what is left of one that is large for its attachments is small.
 */
export function lightened(raw: Uint8Array, token: string): Lightened {
  const places = largeParts(raw);
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const [index, { from, to }] of places.entries()) {
    pieces.push(raw.subarray(at, from), new TextEncoder().encode(`${btoa(markOf(token, index))}\r\n`));
    at = to;
  }
  pieces.push(raw.subarray(at));
  return { rest: places.length === 0 ? raw : joined(pieces), places };
}

/** The places of the texts of large attachments, by the lines that separate parts and the heads after them. */
function largeParts(raw: Uint8Array): Place[] {
  const places: Place[] = [];
  let [head, body]: [number | undefined, number | undefined] = [0, undefined];
  const endBody = (to: number) => {
    if (body !== undefined && to - body >= LARGE_BYTES) places.push({ from: body, to });
    body = undefined;
  };
  for (let at = 0; at < raw.length; ) {
    const found = raw.indexOf(LINE_FEED, at);
    const next = found < 0 ? raw.length : found + 1;
    if (raw[at] === DASH && raw[at + 1] === DASH) {
      endBody(at);
      head = next;
    } else if (head !== undefined && isEmpty(raw, at)) {
      if (at - head <= MOST_HEAD && isAttachment(raw.subarray(head, at))) body = next;
      head = undefined;
    }
    at = next;
  }
  endBody(raw.length);
  return places;
}

const isEmpty = (raw: Uint8Array, at: number): boolean =>
  raw[at] === LINE_FEED || (raw[at] === CARRIAGE_RETURN && raw[at + 1] === LINE_FEED);

/** Texts that are shown, and mails within the mail, are the parser's. */
function isAttachment(head: Uint8Array): boolean {
  const text = new TextDecoder("latin1").decode(head).replace(/\r?\n[ \t]+/g, " ");
  const fieldOf = (name: string) =>
    new RegExp(`^${name}:\\s*([^;\\r\\n]*)`, "im").exec(text)?.[1]?.trim().toLowerCase();
  if (fieldOf("content-transfer-encoding") !== "base64") return false;
  if (/^(?:multipart|message)\//.test(fieldOf("content-type") ?? "")) return false;
  const isText = (fieldOf("content-type") ?? "text/plain").startsWith("text/");
  return !isText || fieldOf("content-disposition") === "attachment";
}

/** The bytes of an attachment, decoded a little at a time. */
export async function decoded(raw: Uint8Array, { from, to }: Place): Promise<ArrayBuffer> {
  const all = new Uint8Array(Math.ceil(((to - from) * 3) / 4));
  let [length, rest] = [0, ""];
  for (let at = from; at < to; at += DECODED_AT_ONCE) {
    const text = new TextDecoder("latin1").decode(raw.subarray(at, Math.min(to, at + DECODED_AT_ONCE)));
    const known = rest + text.replace(/[^A-Za-z0-9+/]+/g, "");
    const whole = known.length - (known.length % 4);
    const bytes = Buffer.from(known.slice(0, whole), "base64");
    all.set(bytes, length);
    length += bytes.length;
    rest = known.slice(whole);
    await scheduler.wait(0);
  }
  const last = Buffer.from(rest, "base64");
  all.set(last, length);
  return all.buffer.slice(0, length + last.length);
}
