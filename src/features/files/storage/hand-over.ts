/** The bytes that are written before others on the thread have their turn. */
const WRITE_CHUNK_BYTES = 262_144;

/**
 * Hands a block to the store a little at a time. On one's own machine the store works on the thread that serves everybody,
 * and takes all that it is given before anything else.
 */
export async function handOver<T>(
  block: Uint8Array,
  store: (bytes: Uint8Array | ReadableStream) => Promise<T>,
): Promise<T> {
  if (block.length <= WRITE_CHUNK_BYTES) return store(block);
  const { readable, writable } = new FixedLengthStream(block.length);
  const writer = writable.getWriter();
  const written = writeInTurns(writer, block).then(() => writer.close());
  // A store that fails says why itself.
  written.catch(() => {});
  try {
    return await store(readable);
  } catch (error) {
    void writer.abort(error).catch(() => {});
    throw error;
  }
}

/** Writes bytes into a stream a little at a time. */
async function writeInTurns(writer: WritableStreamDefaultWriter<Uint8Array>, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += WRITE_CHUNK_BYTES) {
    await writer.write(bytes.subarray(at, at + WRITE_CHUNK_BYTES));
    await scheduler.wait(0);
  }
}
