/**
 * Writing tar (POSIX.1-2001): a header of 512 bytes, the content, zeros up to a whole block, and two empty blocks after the
 * last member. Names that a header has no room for, and sizes of 8 GiB and more, stand in a pax header before it. By hand,
 * since the download of an export needs to know where each byte stands before it is made, which no library tells.
 */
export const BLOCK = 512;

const NAME_BYTES = 100;
/** The least size that has no room in eleven octal digits. */
const LARGE = 8 ** 11;

export interface TarMember {
  readonly name: string;
  readonly size: number;
}

/** The zeros that follow a content. */
export const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** The end of a tar. */
export const TAR_END = new Uint8Array(2 * BLOCK);

/** The header of a member, which stands before its content. The same member has the same header each time. */
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

/** The bytes that a member takes in a tar. */
export const tarSize = (member: TarMember): number =>
  tarHeader(member, 0).length + member.size + paddingOf(member.size);

/** A pax record begins with its own length, the digits of the length among it. */
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
