import { type Bytes, concat } from "./sframe.ts";

export type TrackKind = "mic" | "cam" | "screen" | "sound";

const KINDS: readonly TrackKind[] = ["mic", "cam", "screen", "sound"];

/**
 * Number of leading bytes of an encoded frame that stay unencrypted, because the media server and the browser read
 * them: the first byte of Opus, the header of VP8.
 */
function clearLength(kind: TrackKind, frame: Bytes): number {
  if (kind === "mic" || kind === "sound") return 1;
  const isKeyFrame = ((frame[0] ?? 0) & 1) === 0;
  return isKeyFrame ? 10 : 3;
}

/**
 * Splits a frame into the readable part and the part to encrypt. Encryption also authenticates the kind and the
 * readable part.
 */
export function splitFrame(
  kind: TrackKind,
  frame: Bytes,
): { readonly clear: Bytes; readonly rest: Bytes; readonly metadata: Bytes } {
  const length = clearLength(kind, frame);
  const clear = frame.subarray(0, length);
  return { clear, rest: frame.subarray(length), metadata: concat([KINDS.indexOf(kind)], clear) };
}
