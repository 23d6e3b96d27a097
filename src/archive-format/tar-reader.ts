import { WorkBudget } from "../util/work-budget.ts";
import { ArchiveError } from "./archive-error.ts";
import { archiveLimits } from "./archive-limits.ts";
import { type ByteSource, readBytes } from "./blob-source.ts";
import { BLOCK, paddingOf, type TarMember } from "./tar.ts";

/** A pax header record. It applies to the next member. */
interface PaxRecord {
  readonly key: string;
  readonly value: Uint8Array;
}

const HEAD = /^(\d{1,6}) ([^=]+)=/;
/** Maximum bytes of a record's length and key. */
const MAX_HEAD = 300;

const unreadableHeader = () => new ArchiveError("The archive has a header that cannot be read");

export const paxSteps = () =>
  new WorkBudget(archiveLimits.pax_records, () => new ArchiveError("A header of the archive has too many records"));

/** Yields the records of a pax header (length, key and value). */
export function* paxRecords(bytes: Uint8Array, steps = paxSteps()): Generator<PaxRecord> {
  for (let at = 0; at < bytes.length; ) {
    steps.take();
    const [head, length, key] = HEAD.exec(new TextDecoder("latin1").decode(bytes.subarray(at, at + MAX_HEAD))) ?? [];
    if (head === undefined || length === undefined || key === undefined) throw unreadableHeader();
    const [begin, end] = [at + head.length, at + Number(length)];
    // A record must end after its own key. Otherwise the next one would begin before this one, and parsing would never
    // end.
    if (end <= begin || end > bytes.length || bytes[end - 1] !== 0x0a) throw unreadableHeader();
    yield { key, value: bytes.subarray(begin, end - 1) };
    at = end;
  }
}

/** A member, and where its content and the next header start. */
export interface ReadMember extends TarMember {
  readonly at: number;
  readonly next: number;
}

/** Limits the headers read from a tar. A member can have several. */
const tarSteps = () =>
  new WorkBudget(archiveLimits.headers, () => new ArchiveError("The archive has too many headers"));

/** Bytes read at a time, so that many small members need few reads. */
const WINDOW = 65_536;

/**
 * Yields the files in a tar, starting at the header at `from`. Skips folders. Throws `ArchiveError` on links, devices,
 * unsafe names, and anything inconsistent.
 */
export async function* readTar(
  source: ByteSource,
  from = 0,
  steps: WorkBudget = tarSteps(),
): AsyncGenerator<ReadMember> {
  const window = new Window(source);
  let at = from;
  let extended: Partial<TarMember> = {};
  for (let members = 0; ; ) {
    steps.take();
    const block = await window.read(at, BLOCK);
    const header = parseHeader(block, at);
    if (header === undefined) return;
    const size = extended.size ?? header.size;
    const content = at + BLOCK;
    const next = content + size + paddingOf(size);
    if (next > source.size)
      throw new ArchiveError("The archive is cut off", { member: extended.name ?? nameIn(block) });
    at = next;
    if (header.type === "x" || header.type === "L") {
      if (size > archiveLimits.pax_bytes) throw new ArchiveError("A header of the archive is too long");
      const bytes = await window.read(content, size);
      extended = { ...extended, ...(header.type === "x" ? extendedBy(bytes) : { name: decodeString(bytes) }) };
      continue;
    }
    if (header.type === "g") {
      extended = {};
      continue;
    }
    // Prefer the extended name: the one in the header may be truncated within a character.
    const name = extended.name ?? nameIn(block);
    extended = {};
    members += 1;
    if (members > archiveLimits.members) throw new ArchiveError("The archive has too many members");
    checkName(name);
    if (header.type === "5") continue;
    if (header.type !== "0" && header.type !== "\0") {
      throw new ArchiveError("The archive has a member that is neither a file nor a folder", { member: name });
    }
    yield { name, size, at: content, next };
  }
}

/** Reads consecutive small parts of a source with few large reads. */
class Window {
  readonly #source: ByteSource;
  #at = 0;
  #bytes: Uint8Array = new Uint8Array();

  constructor(source: ByteSource) {
    this.#source = source;
  }

  async read(at: number, length: number): Promise<Uint8Array> {
    if (at < this.#at || at + length > this.#at + this.#bytes.length) {
      this.#bytes = await readBytes(this.#source.slice(at, Math.min(at + Math.max(length, WINDOW), this.#source.size)));
      this.#at = at;
    }
    const found = this.#bytes.subarray(at - this.#at, at - this.#at + length);
    if (found.length < length) throw new ArchiveError("The archive is cut off");
    return found;
  }
}

interface Header {
  readonly type: string;
  readonly size: number;
}

/** Parses a header without its name. Returns undefined for the empty block that ends the tar. */
function parseHeader(bytes: Uint8Array, at: number): Header | undefined {
  const sum = sumOf(bytes);
  if (sum === 0) return undefined;
  // The checksum field itself counts as spaces.
  const field = bytes.subarray(148, 156);
  if (parseOctal(field) !== sum - sumOf(field) + 8 * 0x20)
    throw new ArchiveError(`The archive has no valid header at byte ${at}`);
  const size = parseSize(bytes.subarray(124, 136));
  if (size === undefined) throw new ArchiveError(`The archive has no valid size at byte ${at}`);
  return { size, type: String.fromCharCode(bytes[156] ?? 0) };
}

function nameIn(bytes: Uint8Array): string {
  const hasPrefix = decodeString(bytes.subarray(257, 262)) === "ustar" && bytes[262] === 0;
  const prefix = hasPrefix ? decodeString(bytes.subarray(345, 500)) : "";
  const name = decodeString(bytes.subarray(0, 100));
  return prefix === "" ? name : `${prefix}/${name}`;
}

function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 1) sum += bytes[at] ?? 0;
  return sum;
}

/** Parses a size: octal digits or, for large sizes in GNU tar, binary after a first byte of 0x80. */
function parseSize(bytes: Uint8Array): number | undefined {
  if ((bytes[0] ?? 0) < 0x80) return parseOctal(bytes);
  const size = bytes.subarray(1).reduce((all, byte) => all * 256 + byte, 0);
  return bytes[0] === 0x80 && Number.isSafeInteger(size) ? size : undefined;
}

function parseOctal(bytes: Uint8Array): number | undefined {
  const digits = decodeString(bytes).trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : undefined;
}

/** Shared, because a header has five strings and an archive can have half a million headers. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes a string up to its first NUL. */
function decodeString(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  try {
    return utf8.decode(end < 0 ? bytes : bytes.subarray(0, end));
  } catch {
    throw new ArchiveError("The archive has a name that is not UTF-8");
  }
}

function extendedBy(bytes: Uint8Array): Partial<TarMember> {
  let found: Partial<TarMember> = {};
  for (const { key, value } of paxRecords(bytes)) {
    if (key === "path") {
      if (value.includes(0)) throw new ArchiveError("The archive has a name with a NUL");
      found = { ...found, name: decodeString(value) };
    }
    if (key === "size") {
      const size = /^\d{1,16}$/.test(decodeString(value)) ? Number(decodeString(value)) : Number.NaN;
      if (!Number.isSafeInteger(size)) throw unreadableHeader();
      found = { ...found, size };
    }
  }
  return found;
}

function checkName(name: string): void {
  const leadsElsewhere = name.startsWith("/") || name.split("/").includes("..") || name.includes("\\");
  if (name === "" || leadsElsewhere || name.length > archiveLimits.name_bytes) {
    throw new ArchiveError("The archive has a member whose name is not allowed", { member: name.slice(0, 200) });
  }
}
