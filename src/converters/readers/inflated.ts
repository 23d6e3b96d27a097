/**
 * Compressed bytes inflated at a time. Inflating can grow data a thousandfold, and the output of a slice can only be
 * counted once the whole slice is inflated.
 */
const SLICE_BYTES = 16_384;

/** Inflates a compressed file incrementally: only what its reader requests, plus one slice. */
export const inflated = (file: Blob, format: "gzip" | "deflate-raw"): ReadableStream<Uint8Array> =>
  inSlices(file.stream()).pipeThrough(new DecompressionStream(format));

function inSlices(stream: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = stream.getReader();
  let rest = new Uint8Array();
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        while (rest.length === 0) {
          const { done, value } = await reader.read();
          if (done) return controller.close();
          rest = value;
        }
        controller.enqueue(rest.slice(0, SLICE_BYTES));
        rest = rest.subarray(SLICE_BYTES);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
