// The part of the basic encoding rules that LDAP uses (RFC 4511, 5.1): one-byte tags and definite lengths.

/** Thrown for a message that isn't LDAP. */
export class BerFault extends Error {}

export interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

const MAX_ELEMENT_BYTES = 64 * 1024 * 1024;

export function element(tag: number, content: Buffer | readonly Buffer[]): Buffer {
  const whole = Buffer.isBuffer(content) ? content : Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthBytes(whole.length)]), whole]);
}

function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

export const sequence = (content: readonly Buffer[]): Buffer => element(0x30, content);
export const octets = (value: string | Buffer, tag = 0x04): Buffer => element(tag, Buffer.from(value));
export const truth = (value: boolean, tag = 0x01): Buffer => element(tag, Buffer.from([value ? 0xff : 0]));

/** Encodes a nonnegative integer. */
export function encodeInteger(value: number, tag = 0x02): Buffer {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  // The first bit is the sign.
  return element(tag, Buffer.from((bytes[0] ?? 0) >= 0x80 ? [0, ...bytes] : bytes));
}

/** Returns the first element in the given bytes and its end offset, or undefined if it is incomplete. */
export function firstElement(bytes: Buffer): { readonly first: Element; readonly end: number } | undefined {
  const [tag, short] = bytes;
  if (tag === undefined || short === undefined) return undefined;
  if (short === 0x80 || short > 0x84) throw new BerFault("a length in a form that LDAP does not have");
  const count = short < 0x80 ? 0 : short - 0x80;
  if (bytes.length < 2 + count) return undefined;
  const length = count === 0 ? short : bytes.readUIntBE(2, count);
  if (length > MAX_ELEMENT_BYTES) throw new BerFault(`a message of ${length} bytes`);
  const [start, end] = [2 + count, 2 + count + length];
  return bytes.length < end ? undefined : { first: { tag, content: bytes.subarray(start, end) }, end };
}

export function elementsIn(content: Buffer): Element[] {
  const found: Element[] = [];
  for (let rest = content; rest.length > 0; ) {
    const read = firstElement(rest);
    if (read === undefined) throw new BerFault("an element that is cut off");
    found.push(read.first);
    rest = rest.subarray(read.end);
  }
  return found;
}

export const elementText = (one: Element | undefined): string => one?.content.toString("utf8") ?? "";

export function numberOf(one: Element | undefined): number {
  const { content } = one ?? {};
  if (content === undefined || content.length === 0 || content.length > 6) throw new BerFault("a number is missing");
  return content.readIntBE(0, content.length);
}

/** Result codes (RFC 4511, appendix A.1) that an operator can act on. */
const RESULTS: ReadonlyMap<number, string> = new Map([
  [3, "time limit exceeded"],
  [4, "size limit exceeded, so that not all entries were told"],
  [7, "this way of logging in is not supported"],
  [8, "a stronger way of logging in is required"],
  [10, "another server has this part of the tree"],
  [11, "a limit of the server was exceeded, so that not all entries were told"],
  [12, "an extension is not supported"],
  [13, "an encrypted connection is required: ldaps:// or start_tls"],
  [32, "there is no such entry"],
  [34, "this is no name of an entry"],
  [48, "this way of logging in is not allowed"],
  [49, "the name or the password is wrong"],
  [50, "the account isn't allowed to do that"],
  [51, "the server is busy"],
  [52, "the server is not available"],
  [53, "the server will not do that"],
]);

export function resultOf({ content }: Element) {
  const [code, , message] = elementsIn(content);
  const number = numberOf(code);
  const known = RESULTS.get(number) ?? "failed";
  const more = elementText(message).trim();
  return { code: number, says: `${known} (code ${number}${more === "" ? "" : `: ${more}`})` };
}
