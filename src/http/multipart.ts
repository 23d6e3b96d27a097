// @remix-run/multipart-parser buffers each part whole, and busboy reads Node streams. Here, a file of 100 MB passes
// through a Worker that has 128 MB of memory.
import { Buffer } from "node:buffer";
import type { FormPart } from "../api/form-part.ts";
import { badRequest } from "../protocol/errors.ts";
import { limits } from "../protocol/limit-table.ts";
import { decodedUri } from "../util/decoded-uri.ts";

const encodeText = (text: string) => Buffer.from(text);
type Bytes = ReturnType<typeof encodeText>;
const LINE_END = encodeText("\r\n");
const HEAD_END = encodeText("\r\n\r\n");
const { form_parts, form_part_head_bytes } = limits.request;

const malformed = () => badRequest("Malformed multipart/form-data");

/** Parameter of a media type: a name, and a quoted value with backslash escapes, or a bare one. */
const PARAMETER = /;\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;

export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) return undefined;
  for (const [, name, quoted, bare] of contentType.matchAll(PARAMETER)) {
    if (name?.toLowerCase() !== "boundary") continue;
    const boundary = quoted?.replace(/\\(.)/g, "$1") ?? bare;
    if (boundary) return boundary;
  }
  throw malformed();
}

/** Yields the parts of a form as it arrives (RFC 7578), keeping only the last chunk in memory. */
export async function* readParts(body: AsyncIterable<Uint8Array>, boundary: string): AsyncGenerator<FormPart> {
  const input = new Input(body[Symbol.asyncIterator]());
  // Some clients send an empty body for a form without fields.
  if (!(await input.advance())) return;
  const delimiter = encodeText(`\r\n--${boundary}`);
  let before = 0;
  for await (const { length } of input.until(delimiter)) {
    before += length;
    if (before > form_part_head_bytes) throw malformed();
  }
  for (let count = 1; await input.isNext(LINE_END); count++) {
    if (count > form_parts) throw badRequest("The request has too many parts.");
    const { name, filename, type } = parseHead(await input.head());
    const chunks = input.until(delimiter);
    yield { name, filename, type, chunks };
    for await (const _ of chunks) {
      // Skips the unread rest of this part.
    }
  }
}

/** The bytes of a form, with a search for delimiters. */
class Input {
  /** Starts with a line end, so that the first delimiter looks like all others. */
  #pending: Bytes = LINE_END;

  constructor(private readonly body: AsyncIterator<Uint8Array>) {}

  /** Yields the bytes up to the next delimiter, and skips the delimiter. */
  async *until(delimiter: Bytes): AsyncGenerator<Uint8Array> {
    for (;;) {
      const found = this.#pending.indexOf(delimiter);
      // The delimiter might start in this chunk and end in the next one. All bytes before its possible start are
      // yielded now.
      const end = found < 0 ? this.#pending.length - begunAtEnd(this.#pending, delimiter) : found;
      const content = this.#take(end);
      if (content.length > 0) yield content;
      if (found >= 0) {
        this.#take(delimiter.length);
        return;
      }
      await this.#more();
    }
  }

  async head(): Promise<string> {
    for (;;) {
      const end = this.#pending.indexOf(HEAD_END);
      if (end > form_part_head_bytes) throw malformed();
      if (end >= 0) {
        const text = this.#take(end).toString();
        this.#take(HEAD_END.length);
        return text;
      }
      if (this.#pending.length > form_part_head_bytes) throw malformed();
      await this.#more();
    }
  }

  /** Whether a part follows the delimiter. A line end precedes a part, and `--` ends the form. */
  async isNext(bytes: Bytes): Promise<boolean> {
    while (this.#pending.length < bytes.length) await this.#more();
    return this.#take(bytes.length).equals(bytes);
  }

  #take(length: number): Bytes {
    const taken = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    if (!(await this.advance())) throw malformed();
  }

  /** Reads the next chunk. Returns false at the end of the body. */
  async advance(): Promise<boolean> {
    const { done, value } = await this.body.next();
    if (done) return false;
    this.#pending =
      this.#pending.length === 0
        ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
        : Buffer.concat([this.#pending, value]);
    return true;
  }
}

/** Returns how many of the last bytes could be the start of a delimiter, whose only carriage return is its first byte. */
function begunAtEnd(bytes: Bytes, delimiter: Bytes): number {
  const last = bytes.subarray(Math.max(0, bytes.length - delimiter.length + 1));
  const start = last.lastIndexOf("\r");
  if (start < 0) return 0;
  const begun = last.subarray(start);
  return begun.equals(delimiter.subarray(0, begun.length)) ? begun.length : 0;
}

function parseHead(head: string): Omit<FormPart, "chunks"> {
  const header = (name: string) =>
    head
      .split("\r\n")
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? "";
  const disposition = header("content-disposition");
  const name = parameter(disposition, "name");
  if (name === undefined) throw malformed();
  const filename = encodedParameter(disposition) ?? parameter(disposition, "filename");
  return { name, filename, type: header("content-type") };
}

/**
 * Returns a quoted header parameter. Clients escape a quotation mark as \" or as %22. The regex matches a backslash in
 * only one way, because with two, a run of backslashes would take exponential time.
 */
function parameter(disposition: string, name: string): string | undefined {
  const [, quoted, bare] =
    new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\["\\\\]|\\\\(?!["\\\\]))*)"|([^\\s;]*))`, "i").exec(disposition) ??
    [];
  return quoted === undefined ? bare : quoted.replace(/\\(["\\])/g, "$1").replaceAll("%22", '"');
}

/** Returns a non-ASCII file name in RFC 5987 encoding, which some clients send. */
function encodedParameter(disposition: string): string | undefined {
  const [, encoded] = /;\s*filename\*=utf-8'[^']*'([^\s;]+)/i.exec(disposition) ?? [];
  if (encoded === undefined) return undefined;
  const name = decodedUri(encoded);
  if (name === undefined) throw malformed();
  return name;
}
