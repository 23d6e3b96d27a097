/**
 * Writes tar (POSIX.1-2001): a 512-byte header, the content, zeros up to a full block, and two empty blocks after the
 * last member. Names and sizes (8 GiB and more) that don't fit a header go into a preceding pax header. Written by hand
 * because an export's download must know every byte position in advance, which no library offers.
 */
export const BLOCK = 512;

const NAME_BYTES = 100;
/** Smallest size that doesn't fit into eleven octal digits. */
const LARGE = 8 ** 11;

export interface TarMember {
  readonly name: string;
  readonly size: number;
}

export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

export const TAR_END = new Uint8Array(2 * BLOCK);

/** Builds a member's header. The same member always gets the same header. */
export function tarHeader({ name, size }: TarMember, modified: number): Uint8Array {
  const encoded = new TextEncoder().encode(name);
  if (encoded.length <= NAME_BYTES && size < LARGE) return block(encoded, size, modified, "0");
  const records = new TextEncoder().encode(record("path", name) + (size < LARGE ? "" : record("size", String(size))));
  const bytes = new Uint8Array(2 * BLOCK + records.length + paddingOf(records.length));
  bytes.set(block(new TextEncoder().encode("pax"), records.length, modified, "x"));
  bytes.set(records, BLOCK);
  bytes.set(block(encoded.slice(0, NAME_BYTES), size < LARGE ? size : 0, modified, "0"), bytes.length - BLOCK);
  return bytes;
}

export const tarSize = (member: TarMember): number =>
  tarHeader(member, 0).length + member.size + paddingOf(member.size);

/** Encodes a pax record. It begins with its own length, which includes the digits of the length. */
function record(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`;
  const length = new TextEncoder().encode(rest).length;
  let total = length + 1;
  while (String(total).length + length !== total) total = String(total).length + length;
  return `${total}${rest}`;
}

const MODE = 0o644;
const CHECKSUM_AT = 148;

function block(name: Uint8Array, size: number, modified: number, type: string): Uint8Array {
  const bytes = new Uint8Array(BLOCK);
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at);
  const octal = (at: number, digits: number, value: number) => text(at, value.toString(8).padStart(digits, "0"));
  bytes.set(name);
  octal(NAME_BYTES, 7, MODE);
  octal(108, 7, 0);
  octal(116, 7, 0);
  octal(124, 11, size);
  octal(136, 11, modified);
  text(CHECKSUM_AT, "        ");
  text(156, type);
  text(257, "ustar\x0000");
  const sum = bytes.reduce((all, byte) => all + byte, 0);
  text(CHECKSUM_AT, `${sum.toString(8).padStart(6, "0")}\0 `);
  return bytes;
}
