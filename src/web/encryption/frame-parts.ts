import { type Bytes, concat } from "./sframe.ts";

export type TrackKind = "mic" | "cam" | "screen" | "sound";

const KINDS: readonly TrackKind[] = ["mic", "cam", "screen", "sound"];

/**
 * The bytes at the beginning of an encoded frame that stay as they are, since the media server and the browser read them: of Opus its
 * first byte, of VP8 its header.
 */
function clearLength(kind: TrackKind, frame: Bytes): number {
  if (kind === "mic" || kind === "sound") return 1;
  const isKeyFrame = ((frame[0] ?? 0) & 1) === 0;
  return isKeyFrame ? 10 : 3;
}

/** A frame in two: what stays readable, and what is encrypted; the kind and the readable part are authenticated with it. */
export function partsOf(
  kind: TrackKind,
  frame: Bytes,
): { readonly clear: Bytes; readonly rest: Bytes; readonly metadata: Bytes } {
  const length = clearLength(kind, frame);
  const clear = frame.subarray(0, length);
  return { clear, rest: frame.subarray(length), metadata: concat([KINDS.indexOf(kind)], clear) };
}
