import { concatBytes } from "../../../util/join-bytes.ts";

/** The header fields of an email or one of its parts that determine how to read the content. */
interface Head {
  readonly type: string;
  /** Text to display, a file (including forwarded emails), or `none` for a multipart. */
  readonly kind: "plain" | "html" | "file" | "none";
  readonly encoding: "base64" | "quoted-printable" | "none";
  /** Boundary of a multipart; "" for a single part. */
  readonly boundary: string;
}

/** The parser refuses longer headers, and no program writes longer fields. */
const [MAX_HEAD, MAX_FIELD] = [262_144, 1000];

/** Parses a header the way the parser does: of several fields with the same name, the first counts. */
function parsePartHead(bytes: Uint8Array, isMessage: boolean): Head {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_HEAD)).replace(/\r*\n(?=[ \t])/g, "");
  const fieldOf = (name: string) =>
    new RegExp(`^[ \\t]*${name}[ \\t]*:(.*)$`, "im").exec(text)?.[1]?.slice(0, MAX_FIELD);
  const content = fieldOf("content-type") ?? (isMessage ? "message/rfc822" : "text/plain");
  const type = firstValue(content);
  const encoding = encodingOf(fieldOf("content-transfer-encoding") ?? "");
  if (type.startsWith("multipart/")) return { type, kind: "none", encoding, boundary: boundaryOf(content) };
  const isShown =
    /^text\/(?:plain|html)$/.test(type) && firstValue(fieldOf("content-disposition") ?? "") !== "attachment";
  return { type, kind: isShown ? (type === "text/html" ? "html" : "plain") : "file", encoding, boundary: "" };
}

const withoutComments = (field: string) =>
  field.replace(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, (part) => (part.startsWith("(") ? "" : part));
const firstValue = (field: string) =>
  (withoutComments(field).split(";", 1)[0] ?? "").replaceAll('"', "").trim().toLowerCase();

function encodingOf(field: string): Head["encoding"] {
  const [word = ""] = /[\w-]+/.exec(withoutComments(field)) ?? [];
  const [, known] = /(base64|quoted-printable)/i.exec(word) ?? [];
  return known === undefined ? "none" : known.toLowerCase() === "base64" ? "base64" : "quoted-printable";
}

function boundaryOf(field: string): string {
  const [, quoted, plain = ""] =
    /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/i.exec(withoutComments(field)) ?? [];
  return quoted?.replace(/\\(.)/g, "$1") ?? plain.trim();
}

/** Maximum bytes of plain text, and of HTML, passed to the parser. No message could use more. */
const MAX_TEXT = 2_000_000;
/** A smaller file isn't replaced, because its placeholder wouldn't save any space. */
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

/** An email with placeholders instead of its files, and without the ends of texts that are too long for any message. */
interface LightMail {
  readonly rest: Uint8Array;
  readonly places: readonly PartPosition[];
}

/** Placeholder for a file. Senders can't forge one, because they don't know the token. */
export const markOf = (token: string, index: number): string => `${token}:${index}`;

/**
 * Removes files and the ends of long texts from an email. The parser blocks the thread until it has read the whole
 * email, so what remains must be small.
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

  /** Closes the parts that a boundary line ends. If several boundaries match, the innermost counts. */
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
