const table = new Uint32Array(256).map((_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** Updates the checksum that zip stores for each member. The initial value is 0. */
export function crc32(before: number, bytes: Uint8Array): number {
  let value = ~before;
  for (let at = 0; at < bytes.length; at++) value = (table[(value ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (value >>> 8);
  return ~value >>> 0;
}
