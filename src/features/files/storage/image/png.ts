import { concatBytes } from "../../../../util/join-bytes.ts";
import { createPartBudget, type ImageSize, lettersAt, sliceBytes } from "./bytes.ts";

const SIGNATURE = "\x89PNG\r\n\x1a\n";
/** Chunks of an animation (APNG). Without them, the file is a still picture. */
const ANIMATION_CHUNKS = new Set(["acTL", "fcTL", "fdAT"]);

interface Chunk {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

function* chunks(view: DataView): Iterable<Chunk> {
  const parts = createPartBudget();
  for (let from = SIGNATURE.length; from + 12 <= view.byteLength; ) {
    parts.take();
    const to = from + 12 + view.getUint32(from);
    yield { name: lettersAt(view, from + 4, 4), from, to };
    from = to;
  }
}

export function pngSize(view: DataView): ImageSize | undefined {
  if (lettersAt(view, 0, 8) !== SIGNATURE || lettersAt(view, 12, 4) !== "IHDR") return undefined;
  return { width: view.getUint32(16), height: view.getUint32(20), animated: isAnimated(view) };
}

function isAnimated(view: DataView): boolean {
  for (const { name } of chunks(view)) {
    if (name === "acTL") return true;
    if (name === "IDAT") return false;
  }
  return false;
}

export function pngStill(view: DataView): Uint8Array {
  const kept = [...chunks(view)].filter(({ name, to }) => !ANIMATION_CHUNKS.has(name) && to <= view.byteLength);
  return concatBytes([
    sliceBytes(view, 0, SIGNATURE.length),
    ...kept.map(({ from, to }) => sliceBytes(view, from, to)),
  ]);
}
