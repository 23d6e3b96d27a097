// A parser for canonical CBOR (CTAP 2, section 8; RFC 8949) as sent by authenticators, and nothing more. CBOR libraries
// accept any CBOR of any size.

type Cbor = number | string | boolean | null | Uint8Array | readonly Cbor[] | CborMap;
export type CborMap = ReadonlyMap<number | string, Cbor>;

const MAX_DEPTH = 4;
const MAX_ENTRIES = 64;

/** Thrown for bytes that aren't a canonical CBOR value. */
export class BadCbor extends Error {}

interface CborReadResult<T> {
  readonly value: T;
  /** Position of the next value. */
  readonly end: number;
}

export function readCbor(bytes: Uint8Array, offset = 0, depth = 0): CborReadResult<Cbor> {
  if (depth > MAX_DEPTH) throw new BadCbor("too deep");
  const { value: initial, end: start } = unsigned(bytes, offset, 1);
  const [major, info] = [initial >> 5, initial & 31];
  if (major === 7) return { value: simple(info), end: start };
  const { value: argument, end } = readArgument(bytes, start, info);
  switch (major) {
    case 0:
      return { value: argument, end };
    case 1:
      return { value: -1 - argument, end };
    case 2:
      return { value: slice(bytes, end, argument), end: end + argument };
    case 3:
      return { value: decodeUtf8(slice(bytes, end, argument)), end: end + argument };
    case 4:
      return readArray(bytes, end, { entries: argument, depth });
    case 5:
      return readMap(bytes, end, { entries: argument, depth });
    default:
      throw new BadCbor("a tag");
  }
}

export function readCborMap(bytes: Uint8Array, offset = 0): CborReadResult<CborMap> {
  const { value, end } = readCbor(bytes, offset);
  if (!(value instanceof Map)) throw new BadCbor("no map");
  return { value, end };
}

/** Reads the number in the head of a value: the value itself, or its length. */
function readArgument(bytes: Uint8Array, offset: number, info: number): CborReadResult<number> {
  if (info < 24) return { value: info, end: offset };
  // Longer numbers, and values of indefinite length, don't occur.
  if (info > 26) throw new BadCbor("an argument of this form");
  return unsigned(bytes, offset, 2 ** (info - 24));
}

function unsigned(bytes: Uint8Array, offset: number, length: number): CborReadResult<number> {
  const value = slice(bytes, offset, length).reduce((sum, byte) => sum * 256 + byte, 0);
  return { value, end: offset + length };
}

function slice(bytes: Uint8Array, offset: number, length: number): Uint8Array {
  if (offset + length > bytes.length) throw new BadCbor("it ends too early");
  return bytes.slice(offset, offset + length);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new BadCbor("a text that is no UTF-8");
  }
}

function simple(info: number): boolean | null {
  if (info === 20 || info === 21) return info === 21;
  if (info === 22) return null;
  throw new BadCbor("a value of this kind");
}

interface Container {
  readonly entries: number;
  readonly depth: number;
}

function readArray(bytes: Uint8Array, offset: number, { entries, depth }: Container): CborReadResult<Cbor> {
  if (entries > MAX_ENTRIES) throw new BadCbor("too many entries");
  const values: Cbor[] = [];
  let end = offset;
  for (let index = 0; index < entries; index++) {
    const entry = readCbor(bytes, end, depth + 1);
    values.push(entry.value);
    end = entry.end;
  }
  return { value: values, end };
}

function readMap(bytes: Uint8Array, offset: number, { entries, depth }: Container): CborReadResult<Cbor> {
  if (entries > MAX_ENTRIES) throw new BadCbor("too many entries");
  const map = new Map<number | string, Cbor>();
  let end = offset;
  for (let index = 0; index < entries; index++) {
    const key = readCbor(bytes, end, depth + 1);
    if (typeof key.value !== "number" && typeof key.value !== "string") throw new BadCbor("a key of this kind");
    if (map.has(key.value)) throw new BadCbor("a key twice");
    const entry = readCbor(bytes, key.end, depth + 1);
    map.set(key.value, entry.value);
    end = entry.end;
  }
  return { value: map, end };
}
