import { ArchiveError } from "../../archive/archive-error.ts";
import { inflated } from "./inflated.ts";

/** The most that something may grow by inflating, from this size on. */
const MAX_RATIO = 100;
const FREE_BYTES = 10_000_000;

/** The most bytes that so many compressed bytes may become. */
export const mostInflated = (compressed: number): number => Math.max(FREE_BYTES, compressed * MAX_RATIO);

/** Inflates a file of gzip, and refuses one that grows too much. */
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
