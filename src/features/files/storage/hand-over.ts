/** Bytes written before other work on the thread gets a turn. */
const WRITE_CHUNK_BYTES = 262_144;

/**
 * Passes a block to the store in small chunks. On your own machine, the store runs on the thread that serves everyone,
 * and processes all it is given before anything else.
 */
export async function handOver<T>(
  block: Uint8Array,
  store: (bytes: Uint8Array | ReadableStream) => Promise<T>,
): Promise<T> {
  if (block.length <= WRITE_CHUNK_BYTES) return store(block);
  const { readable, writable } = new FixedLengthStream(block.length);
  const writer = writable.getWriter();
  const written = writeInTurns(writer, block).then(() => writer.close());
  // A failing store reports the reason itself.
  written.catch(() => {});
  try {
    return await store(readable);
  } catch (error) {
    void writer.abort(error).catch(() => {});
    throw error;
  }
}

async function writeInTurns(writer: WritableStreamDefaultWriter<Uint8Array>, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; at += WRITE_CHUNK_BYTES) {
    await writer.write(bytes.subarray(at, at + WRITE_CHUNK_BYTES));
    await scheduler.wait(0);
  }
}
