import { badRequest } from "../protocol/errors.ts";

/** One field of a form: a text, or a file where it has a file name. Its bytes are to be read before the next part. */
export interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

const bytesOf = (text: string) => new TextEncoder().encode(text);
const LINE_END = bytesOf("\r\n");
const HEAD_END = bytesOf("\r\n\r\n");
const LARGEST_HEAD = 16_384;

const malformed = () => badRequest("Malformed multipart/form-data");

/** What separates the parts of a form, by its content type; undefined where it is no such form. */
export function boundaryOf(contentType: string): string | undefined {
  if (!/^multipart\/form-data\s*(;|$)/i.test(contentType)) return undefined;
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw malformed();
  return boundary;
}

/** The parts of a form as they arrive (RFC 7578): no more of it is held in memory than what has just come. */
export async function* readParts(body: ReadableStream<Uint8Array>, boundary: string): AsyncGenerator<Part> {
  const input = new Input(body);
  // So some clients send a form without fields.
  if (!(await input.advance())) return;
  const delimiter = bytesOf(`\r\n--${boundary}`);
  for await (const _ of input.until(delimiter)) {
    // Whatever stands before the first part says nothing.
  }
  while (await input.isNext(LINE_END)) {
    const { name, filename, type } = parseHead(await input.head());
    const chunks = input.until(delimiter);
    yield { name, filename, type, chunks };
    for await (const _ of chunks) {
      // Of what the reader has left of this part.
    }
  }
}

/** The bytes of a form, searched for what separates its parts. */
class Input {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  /** As if a line had ended before, for the first delimiter is like all others. */
  #pending: Uint8Array = LINE_END;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** What comes before the delimiter, which is then behind. */
  async *until(delimiter: Uint8Array): AsyncGenerator<Uint8Array> {
    for (;;) {
      const found = find(this.#pending, delimiter);
      // The end of what has come may be the beginning of the delimiter.
      const end = found < 0 ? Math.max(0, this.#pending.length - delimiter.length + 1) : found;
      const content = this.#take(end);
      if (content.length > 0) yield content;
      if (found >= 0) {
        this.#take(delimiter.length);
        return;
      }
      await this.#more();
    }
  }

  /** The header lines of a part. */
  async head(): Promise<string> {
    for (;;) {
      const end = find(this.#pending, HEAD_END);
      if (end >= 0) {
        const text = new TextDecoder().decode(this.#take(end));
        this.#take(HEAD_END.length);
        return text;
      }
      if (this.#pending.length > LARGEST_HEAD) throw malformed();
      await this.#more();
    }
  }

  /** After a delimiter the line ends, or else the form. */
  async isNext(bytes: Uint8Array): Promise<boolean> {
    while (this.#pending.length < bytes.length) await this.#more();
    return stands(bytes, this.#take(bytes.length), 0);
  }

  #take(length: number): Uint8Array {
    const taken = this.#pending.subarray(0, length);
    this.#pending = this.#pending.subarray(length);
    return taken;
  }

  async #more(): Promise<void> {
    if (!(await this.advance())) throw malformed();
  }

  /** Takes in what comes next; false where nothing more comes. */
  async advance(): Promise<boolean> {
    const { done, value } = await this.#reader.read().catch(() => {
      throw malformed();
    });
    if (done) return false;
    const pending = new Uint8Array(this.#pending.length + value.length);
    pending.set(this.#pending);
    pending.set(value, this.#pending.length);
    this.#pending = pending;
    return true;
  }
}

/** Where one run of bytes first stands in another; -1 where it does not. */
function find(bytes: Uint8Array, wanted: Uint8Array): number {
  const first = wanted[0] ?? 0;
  let at = bytes.indexOf(first);
  while (at >= 0 && !stands(wanted, bytes, at)) at = bytes.indexOf(first, at + 1);
  return at;
}

const stands = (wanted: Uint8Array, bytes: Uint8Array, at: number): boolean =>
  wanted.every((byte, index) => bytes[at + index] === byte);

function parseHead(head: string): Omit<Part, "chunks"> {
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
 * Clients write a quotation mark within quotation marks in either way. A backslash is read in one way only: with two,
 * a run of them would take time without end.
 */
function parameter(disposition: string, name: string): string | undefined {
  const [, quoted, bare] =
    new RegExp(`;\\s*${name}=(?:"((?:[^"\\\\]|\\\\["\\\\]|\\\\(?!["\\\\]))*)"|([^\\s;]*))`, "i").exec(disposition) ??
    [];
  return quoted === undefined ? bare : quoted.replace(/\\(["\\])/g, "$1").replaceAll("%22", '"');
}

/** A file name that is not ASCII, as some clients send it (RFC 5987). */
function encodedParameter(disposition: string): string | undefined {
  const [, encoded] = /;\s*filename\*=utf-8'[^']*'([^\s;]+)/i.exec(disposition) ?? [];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw malformed();
  }
}
