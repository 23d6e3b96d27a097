/** Part of a file that a request asks for (RFC 9110, 14.1). */
interface ByteRange {
  readonly offset: number;
  readonly length: number;
}

/**
 * Parses a Range header. Returns undefined to send the whole file (no header, or several ranges), or null if the range
 * is not satisfiable.
 */
export function byteRange(header: string | null, size: number): ByteRange | null | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? null : { offset: size - length, length };
  }
  const offset = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < offset) return undefined;
  return offset >= size ? null : { offset, length: end - offset + 1 };
}
