/** Encodes ascending ids as varints (LEB128) of their differences. Ids close to each other take a byte or two each. */
export function encodeIds(ids: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let before = 0;
  for (const id of ids) {
    let rest = id - before;
    while (rest > 0x7f) {
      bytes.push((rest % 0x80) + 0x80);
      rest = Math.floor(rest / 0x80);
    }
    bytes.push(rest);
    before = id;
  }
  return Uint8Array.from(bytes);
}

export function decodeIds(bytes: Uint8Array): number[] {
  const ids: number[] = [];
  let id = 0;
  let scale = 1;
  for (const byte of bytes) {
    id += (byte & 0x7f) * scale;
    scale *= 0x80;
    if (byte < 0x80) {
      ids.push(id);
      scale = 1;
    }
  }
  return ids;
}
