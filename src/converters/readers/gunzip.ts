import { ArchiveError } from "../../archive-format/archive-error.ts";
import { inflated } from "./inflated.ts";

/** Maximum inflation ratio, once the inflated size exceeds `FREE_BYTES`. */
const MAX_RATIO = 100;
const FREE_BYTES = 10_000_000;

export const mostInflated = (compressed: number): number => Math.max(FREE_BYTES, compressed * MAX_RATIO);

/** Inflates a gzip file. Throws if it exceeds the maximum ratio. */
export function gunzipped(file: Blob): ReadableStream<Uint8Array> {
  const most = mostInflated(file.size);
  let count = 0;
  const counting = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      count += chunk.byteLength;
      if (count > most) throw new ArchiveError("The archive grows far too much when it is unpacked.");
      controller.enqueue(chunk);
    },
  });
  return inflated(file, "gzip").pipeThrough(counting);
}
