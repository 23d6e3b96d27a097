import { crc32, deflateSync } from "node:zlib";

/** Color types of the format, with the number of bytes per pixel. */
const KINDS = { rgb: { type: 2, bytes: 3 }, rgba: { type: 6, bytes: 4 } } as const;

/**
 * Encodes a picture as a PNG file. `pixels` contains the rows from top to bottom, with eight bits for each of a pixel's
 * components.
 */
export function encodePng(width: number, height: number, kind: keyof typeof KINDS, pixels: Uint8Array): Buffer {
  const { type, bytes } = KINDS[kind];
  const row = width * bytes;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, type], 8);
  // Each row starts with its filter type: none.
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(y * row, (y + 1) * row)]),
  );
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  whole.set(named, 4);
  whole.writeUInt32BE(crc32(named), named.length + 4);
  return whole;
}
