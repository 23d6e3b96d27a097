import { ArchiveError } from "../../archive-format/archive-error.ts";
import { mostInflated } from "./gunzip.ts";

const MAX_NAME_BYTES = 4096;

/** Rejects names that would let an archive reach files outside it. */
function checkMemberName(name: string): void {
  const parts = name.split("/");
  const isHarmless =
    name !== "" &&
    name.length <= MAX_NAME_BYTES &&
    !name.startsWith("/") &&
    !/^[A-Za-z]:/.test(name) &&
    !name.includes("\\") &&
    !name.includes("\0") &&
    !parts.includes("..");
  if (!isHarmless) throw new ArchiveError(`A member has a name that is refused: ${JSON.stringify(name.slice(0, 200))}`);
}

/** A member of a zip archive, according to the directory at the archive's end. */
export interface ZipEntry {
  readonly name: string;
  /** 0 if stored, 8 if deflated. */
  readonly method: number;
  readonly compressed: number;
  readonly size: number;
  readonly checksum: number;
  /** Offset of the member's own header. */
  readonly offset: number;
}

const MAX_MEMBERS = 500_000;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const END = 0x06054b50;
const END_BYTES = 22;
const END64 = 0x06064b50;
const END64_BYTES = 56;
const LOCATOR64 = 0x07064b50;
const LOCATOR64_BYTES = 20;
/** Maximum length of the archive's comment, which follows the end record. */
const MAX_COMMENT = 65_535;
/** Maximum entry size, because the lengths of name, extra field and comment have 16 bits each. */
const MAX_ENTRY_BYTES = ENTRY_BYTES + 3 * 65_535;
const WINDOW = 1_000_000;

const FULL16 = 0xffff;
const FULL32 = 0xffffffff;
/** File types in the Unix mode, for members made on Unix. Only files and folders are accepted. */
const UNIX = 3;
const KIND = 0o170000;
const FILE = 0o100000;
const FOLDER = 0o040000;

/** Returns the archive's files by name; for duplicate names, the first. */
export async function readDirectory(archive: Blob): Promise<Map<string, ZipEntry>> {
  const { count, begin, end } = await findDirectory(archive);
  if (count > MAX_MEMBERS) throw new ArchiveError(`It has more than ${MAX_MEMBERS} members.`);
  const entries = new Map<string, ZipEntry>();
  const all: ZipEntry[] = [];
  let window = new DataView(new ArrayBuffer(0));
  let [at, left] = [begin, begin];
  for (let index = 0; index < count; index++) {
    if (at + MAX_ENTRY_BYTES > left + window.byteLength && left + window.byteLength < end) {
      window = await view(archive, at, Math.min(end, at + WINDOW));
      left = at;
    }
    const { entry, length, isFile } = readEntry(window, at - left);
    at += length;
    all.push(entry);
    if (isFile && !entries.has(entry.name)) entries.set(entry.name, entry);
  }
  refuseOverlaps(all, begin);
  return entries;
}

const view = async (archive: Blob, from: number, to: number) =>
  new DataView(await archive.slice(from, to).arrayBuffer());

const damaged = () => new ArchiveError("This isn't a complete zip archive: its directory is missing or damaged.");

async function findDirectory(archive: Blob): Promise<{ count: number; begin: number; end: number }> {
  const from = Math.max(0, archive.size - END_BYTES - MAX_COMMENT);
  const tail = await view(archive, from, archive.size);
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0) throw damaged();
  let count = tail.getUint16(at + 10, true);
  let length = tail.getUint32(at + 12, true);
  let begin = tail.getUint32(at + 16, true);
  if (count === FULL16 || length === FULL32 || begin === FULL32) {
    const whole = await findDirectory64(archive, from + at);
    if (whole !== undefined) ({ count, length, begin } = whole);
  }
  if (begin + length > from + at) throw damaged();
  return { count, begin, end: begin + length };
}

async function findDirectory64(archive: Blob, end: number) {
  if (end < LOCATOR64_BYTES) return undefined;
  const locator = await view(archive, end - LOCATOR64_BYTES, end);
  if (locator.getUint32(0, true) !== LOCATOR64) return undefined;
  const at = large(locator, 8);
  // Checked first, because some platforms can't slice far beyond the end.
  if (at + END64_BYTES > end) throw damaged();
  const record = await view(archive, at, at + END64_BYTES);
  if (record.byteLength < END64_BYTES || record.getUint32(0, true) !== END64) throw damaged();
  return { count: large(record, 32), length: large(record, 40), begin: large(record, 48) };
}

/** Reads a 64-bit number. Only numbers beyond the end of any archive lose precision, and these are rejected later. */
const large = (bytes: DataView, at: number): number => Number(bytes.getBigUint64(at, true));

function readEntry(window: DataView, at: number): { entry: ZipEntry; length: number; isFile: boolean } {
  if (at + ENTRY_BYTES > window.byteLength || window.getUint32(at, true) !== ENTRY) throw damaged();
  const [nameBytes, extraBytes] = [window.getUint16(at + 28, true), window.getUint16(at + 30, true)];
  const length = ENTRY_BYTES + nameBytes + extraBytes + window.getUint16(at + 32, true);
  if (at + length > window.byteLength) throw damaged();
  const name = decodeName(new Uint8Array(window.buffer, window.byteOffset + at + ENTRY_BYTES, nameBytes));
  checkMemberName(name);
  const flags = window.getUint16(at + 8, true);
  if ((flags & 1) !== 0) throw new ArchiveError("It is encrypted.", { member: name });
  const isUnix = window.getUint8(at + 5) === UNIX;
  const kind = isUnix ? (window.getUint32(at + 38, true) >>> 16) & KIND : 0;
  if (kind !== 0 && kind !== FILE && kind !== FOLDER)
    throw new ArchiveError("It is a link or a device.", { member: name });
  const extra = new DataView(window.buffer, window.byteOffset + at + ENTRY_BYTES + nameBytes, extraBytes);
  const [size, compressed, offset] = extended(extra, [
    window.getUint32(at + 24, true),
    window.getUint32(at + 20, true),
    window.getUint32(at + 42, true),
  ]);
  const method = window.getUint16(at + 10, true);
  const isFile = !name.endsWith("/") && kind !== FOLDER;
  if (isFile && method !== 0 && method !== 8)
    throw new ArchiveError(`It is packed by method ${method}.`, { member: name });
  if (size > mostInflated(compressed))
    throw new ArchiveError("It grows far too much when it is unpacked.", { member: name });
  const checksum = window.getUint32(at + 16, true);
  return { entry: { name, method, compressed, size, checksum, offset }, length, isFile };
}

/**
 * Reads numbers from extra field 1. It has a 64-bit value for each number whose short form has all bits set, in this
 * order.
 */
function extended(extra: DataView, short: readonly [number, number, number]): [number, number, number] {
  const values: [number, number, number] = [...short];
  for (let at = 0; at + 4 <= extra.byteLength; ) {
    const [id, length] = [extra.getUint16(at, true), extra.getUint16(at + 2, true)];
    const end = Math.min(at + 4 + length, extra.byteLength);
    if (id === 1) {
      let next = at + 4;
      for (const [index, value] of values.entries()) {
        if (value !== FULL32 || next + 8 > end) continue;
        values[index] = large(extra, next);
        next += 8;
      }
    }
    at += 4 + length;
  }
  return values;
}

/**
 * Decodes a name as UTF-8, even without the flag for it. Names that aren't UTF-8 are in the original PC character set,
 * which Latin-1 approximates.
 */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder("latin1").decode(bytes);
  }
}

/** Rejects overlapping members, which would let a small archive expand to a huge one. */
function refuseOverlaps(entries: readonly ZipEntry[], directory: number): void {
  const ordered = [...entries].sort((a, b) => a.offset - b.offset);
  for (const [index, { name, offset, compressed }] of ordered.entries()) {
    const next = ordered[index + 1]?.offset ?? directory;
    if (offset + compressed > next)
      throw new ArchiveError("It shares its bytes with another member.", { member: name });
  }
}
