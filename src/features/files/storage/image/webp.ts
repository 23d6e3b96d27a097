import { concatBytes } from "../../../../util/join-bytes.ts";
import { createPartBudget, type ImageSize, lettersAt, sliceBytes } from "./bytes.ts";

const ANIMATION = 0x02;
const ALPHA = 0x10;
const HEADER = 12;

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

/** Reads the dimensions from the first chunk, which has one of three types (RFC 9649). */
export function webpSize(view: DataView): ImageSize | undefined {
  if (lettersAt(view, 0, 4) !== "RIFF" || lettersAt(view, 8, 4) !== "WEBP") return undefined;
  const body = HEADER + 8;
  switch (lettersAt(view, HEADER, 4)) {
    case "VP8X": {
      const animated = (view.getUint8(body) & ANIMATION) !== 0;
      return { width: uint24(view, body + 4) + 1, height: uint24(view, body + 7) + 1, animated };
    }
    case "VP8L": {
      const bits = view.getUint32(body + 1, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1, animated: false };
    }
    case "VP8 ":
      return {
        width: view.getUint16(body + 6, true) & 0x3fff,
        height: view.getUint16(body + 8, true) & 0x3fff,
        animated: false,
      };
    default:
      return undefined;
  }
}

export function webpStill(view: DataView): Uint8Array {
  const parts = createPartBudget();
  for (let at = HEADER; at + 8 <= view.byteLength; ) {
    parts.take();
    const length = view.getUint32(at + 4, true);
    if (lettersAt(view, at, 4) === "ANMF" && at + 8 + length <= view.byteLength) {
      return riff(pictureOf(view, at + 8, length));
    }
    at += 8 + length + (length % 2);
  }
  return sliceBytes(view, 0, view.byteLength);
}

/**
 * Returns a frame's picture as chunks of a file. An ALPH chunk needs a preceding VP8X chunk that announces
 * transparency.
 */
function pictureOf(view: DataView, at: number, length: number): Uint8Array {
  const picture = sliceBytes(view, at + 16, at + length);
  if (lettersAt(view, at + 16, 4) !== "ALPH") return picture;
  const announced = new Uint8Array(10);
  announced[0] = ALPHA;
  announced.set(sliceBytes(view, at + 6, at + 12), 4);
  return concatBytes([chunk("VP8X", announced), picture]);
}

const riff = (body: Uint8Array): Uint8Array => chunk("RIFF", concatBytes([letters("WEBP"), body]));

function chunk(name: string, body: Uint8Array): Uint8Array {
  const length = new Uint8Array(4);
  new DataView(length.buffer).setUint32(0, body.length, true);
  return concatBytes([letters(name), length, body]);
}

const letters = (text: string) => new TextEncoder().encode(text);
