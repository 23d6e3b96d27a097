import { encode } from "uqr";

export interface QrCode {
  /** The number of squares in a row, with the quiet ones around it. */
  readonly size: number;
  /** The dark squares as a path of SVG, each of length one. */
  readonly path: string;
}

/** A text as a QR code. It is made here and not in clients, which need no program for it then. */
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
