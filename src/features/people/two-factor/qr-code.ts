import { encode } from "uqr";

export interface QrCode {
  /** Number of squares in a row, including the quiet zone. */
  readonly size: number;
  /** The dark squares as an SVG path, with one unit per square. */
  readonly path: string;
}

/** Encodes a string as a QR code, so that clients need no library for it. */
export function qrCode(text: string): QrCode {
  const { size, data } = encode(text, { border: 3, ecc: "M" });
  const rows = data.map((row, y) => {
    let path = "";
    for (let x = 0; x < size; x++) {
      const start = x;
      while (row[x] === true) x++;
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
    return path;
  });
  return { size, path: rows.join("") };
}
