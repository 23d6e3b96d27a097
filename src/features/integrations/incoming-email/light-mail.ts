import { concatBytes } from "../../../util/join-bytes.ts";
import { type Head, parsePartHead } from "./part-head.ts";

/** Maximum bytes of one kind of text passed to the parser. A message has no use for more. */
const MAX_TEXT = 2_000_000;
/** A file no longer than its placeholder stays in the email. */
const MIN_FILE_BYTES = 100;

const DASH = 0x2d;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACES = new Set([0x20, 0x09, CARRIAGE_RETURN, LINE_FEED]);

/** A file's content, by its position in the email. */
export interface PartPosition {
  readonly from: number;
  readonly to: number;
  readonly encoding: Head["encoding"];
}

/** An email with placeholders instead of its files, and without the parts of texts that exceed any message. */
interface LightMail {
  readonly rest: Uint8Array;
  readonly places: readonly PartPosition[];
}

/** Placeholder for a file. Senders of emails can't know the token. */
export const markOf = (token: string, index: number): string => `${token}:${index}`;

/**
 * Removes files and the ends of long texts from an email. The parser processes an email as a whole, blocking the
 * thread; what remains of a large one is small.
 */
export function lightened(raw: Uint8Array, token: string): LightMail {
  const scan = new Scan(raw, token);
  for (let at = 0; at < raw.length; ) {
    const found = raw.indexOf(LINE_FEED, at);
    const next = found < 0 ? raw.length : found + 1;
    scan.line(at, next);
    at = next;
  }
  return scan.end();
}

/** A boundary line of a multipart, and whether its parts are messages by default. */
interface Boundary {
  readonly bytes: Uint8Array;
  readonly isOfMessages: boolean;
}

/** Follows an email's structure line by line, like its parser. */
class Scan {
  readonly #raw: Uint8Array;
  readonly #token: string;
  readonly #kept: Uint8Array[] = [];
  readonly #places: PartPosition[] = [];
  readonly #textLeft = { plain: MAX_TEXT, html: MAX_TEXT };
  #boundaries: readonly Boundary[] = [];
  /** Start of the current header or content, and the header before the content. */
  #from = 0;
  #head: Head | undefined;
  #isHead = true;
  #keptTo = 0;

  constructor(raw: Uint8Array, token: string) {
    this.#raw = raw;
    this.#token = token;
  }

  line(at: number, next: number): void {
    if (this.#raw[at] === DASH && this.#raw[at + 1] === DASH && this.#isSeparator(at, next)) return;
    if (!this.#isHead || !this.#isEmpty(at, next)) return;
    const head = parsePartHead(this.#raw.subarray(this.#from, at), this.#boundaries.at(-1)?.isOfMessages === true);
    if (head.boundary !== "")
      this.#boundaries = [
        ...this.#boundaries,
        { bytes: new TextEncoder().encode(head.boundary), isOfMessages: head.type === "multipart/digest" },
      ];
    [this.#isHead, this.#head, this.#from] = [false, head, next];
  }

  end(): LightMail {
    this.#endContent(this.#raw.length);
    this.#kept.push(this.#raw.subarray(this.#keptTo));
    return { rest: concatBytes(this.#kept), places: this.#places };
  }

  /** Closes the parts that a boundary line ends. The innermost matching boundary counts. */
  #isSeparator(at: number, next: number): boolean {
    for (let index = this.#boundaries.length - 1; index >= 0; index -= 1) {
      const bytes = this.#boundaries[index]?.bytes ?? new Uint8Array();
      const after = at + 2 + bytes.length;
      if (after > next || !bytes.every((byte, place) => this.#raw[at + 2 + place] === byte)) continue;
      const isLast = this.#raw[after] === DASH && this.#raw[after + 1] === DASH;
      if (!this.#raw.subarray(isLast ? after + 2 : after, next).every((byte) => SPACES.has(byte))) continue;
      this.#endContent(at);
      this.#boundaries = this.#boundaries.slice(0, isLast ? index : index + 1);
      [this.#isHead, this.#head, this.#from] = [!isLast, undefined, next];
      return true;
    }
    return false;
  }

  #isEmpty(at: number, next: number): boolean {
    return this.#raw.subarray(at, next).every((byte) => byte === CARRIAGE_RETURN || byte === LINE_FEED);
  }

  #endContent(to: number): void {
    if (this.#isHead) return;
    const { kind = "none", encoding = "none" } = this.#head ?? {};
    const from = this.#from;
    if (kind === "none") this.#leaveOut(from, to);
    else if (kind !== "file") {
      const left = this.#textLeft[kind];
      this.#textLeft[kind] = Math.max(0, left - (to - from));
      if (to - from > left) this.#leaveOut(from + left, to, "\r\n");
    } else if (to - from > MIN_FILE_BYTES) {
      const mark = markOf(this.#token, this.#places.length);
      this.#leaveOut(from, to, `${encoding === "base64" ? btoa(mark) : mark}\r\n`);
      this.#places.push({ from, to, encoding });
    }
  }

  #leaveOut(from: number, to: number, instead = ""): void {
    this.#kept.push(this.#raw.subarray(this.#keptTo, from), new TextEncoder().encode(instead));
    this.#keptTo = to;
  }
}
