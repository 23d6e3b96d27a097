import { concatBytes } from "../../../util/join-bytes.ts";
import { handOver } from "./hand-over.ts";

/** R2 requires equally sized parts in a multipart upload, none smaller than this. */
const BLOCK_BYTES = 5 * 1_048_576;

/**
 * Stores chunks in blocks, so that other requests get a turn and little memory is needed. If reading the chunks fails,
 * nothing stays stored. Their stream isn't passed to the store: on your own machine, the store would keep the bytes of
 * an aborted stream forever, without a name. `describe` gets the first block; its result is returned.
 */
export async function putChunks<Described extends { readonly httpMetadata?: R2HTTPMetadata }>(
  store: R2Bucket,
  key: string,
  chunks: AsyncIterable<Uint8Array>,
  describe: (first: Uint8Array) => Described,
): Promise<Described> {
  const blocks = inBlocks(chunks);
  const first = (await blocks.next()).value ?? new Uint8Array();
  const described = describe(first);
  const { httpMetadata = {} } = described;
  const second = await blocks.next();
  if (second.done) await handOver(first, (bytes) => store.put(key, bytes, { httpMetadata }));
  else await putInBlocks(await store.createMultipartUpload(key, { httpMetadata }), [first, second.value], blocks);
  return described;
}

async function putInBlocks(
  upload: R2MultipartUpload,
  begun: readonly Uint8Array[],
  rest: AsyncIterable<Uint8Array>,
): Promise<void> {
  const done: R2UploadedPart[] = [];
  const put = async (block: Uint8Array) => {
    done.push(await handOver(block, (bytes) => upload.uploadPart(done.length + 1, bytes)));
  };
  try {
    for (const block of begun) await put(block);
    for await (const block of rest) await put(block);
    await upload.complete(done);
  } catch (error) {
    await upload.abort();
    throw error;
  }
}

/** Yields bytes in blocks of one size; the last may be smaller. */
async function* inBlocks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, undefined> {
  let block: Uint8Array[] = [];
  let length = 0;
  for await (let chunk of chunks) {
    while (length + chunk.length >= BLOCK_BYTES) {
      const end = BLOCK_BYTES - length;
      yield concatBytes([...block, chunk.subarray(0, end)]);
      chunk = chunk.subarray(end);
      block = [];
      length = 0;
    }
    block.push(chunk);
    length += chunk.length;
  }
  if (length > 0) yield concatBytes(block);
}
