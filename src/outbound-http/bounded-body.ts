import { concatBytes } from "../util/join-bytes.ts";
import type { Deadline } from "./deadline.ts";
import { OutsideRefused } from "./refused.ts";

interface Bounds {
  readonly mostBytes: number;
  readonly tooLong?: "refused" | "cut";
}

/** Limits a response body to a number of bytes and a deadline. Streams it, never buffers it whole. */
export function boundedBody(
  body: ReadableStream<Uint8Array> | null,
  { mostBytes, tooLong = "refused" }: Bounds,
  deadline: Deadline,
): ReadableStream<Uint8Array> {
  const reader = body?.getReader();
  const end = async () => {
    deadline.clear();
    await reader?.cancel().catch(() => {});
  };
  let left = mostBytes;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const read = reader === undefined ? { done: true, value: undefined } : await next(reader, deadline);
        if (read.value === undefined) {
          await end();
          return controller.close();
        }
        const chunk = read.value;
        if (chunk.length <= left) {
          left -= chunk.length;
          return controller.enqueue(chunk);
        }
        if (tooLong === "refused") throw new OutsideRefused("too_long", `more than ${mostBytes} bytes`);
        if (left > 0) controller.enqueue(chunk.subarray(0, left));
        await end();
        controller.close();
      } catch (error) {
        await end();
        controller.error(error);
      }
    },
    cancel: end,
  });
}

/** Reads the next chunk. Turns read errors into a refusal: unreachable, or timed out. */
const next = (reader: ReadableStreamDefaultReader<Uint8Array>, deadline: Deadline) =>
  Promise.race([reader.read(), deadline.passed]).catch((error: unknown) => {
    if (error instanceof OutsideRefused) throw error;
    throw deadline.isOver() ? deadline.error() : new OutsideRefused("unreachable", "the answer broke off");
  });

export async function readText(body: ReadableStream<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return new TextDecoder().decode(concatBytes(chunks));
}
