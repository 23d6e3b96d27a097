import { type JsonBatch, type JsonRange, JsonSplitter } from "./json-splitter.ts";

/** Yields the elements of a JSON text's lists. If the text is an object, only lists under keys in `wants` are read. */
export async function* jsonBatches(
  bytes: ReadableStream<Uint8Array>,
  member: string,
  wants: (key: string) => boolean = () => true,
): AsyncGenerator<JsonBatch> {
  const splitter = new JsonSplitter(member, { wants });
  for await (const chunk of bytes) yield* splitter.feed(chunk);
  splitter.end();
}

export async function jsonRanges(text: Blob, member: string): Promise<Map<string, JsonRange>> {
  const ranges = new Map<string, JsonRange>();
  const splitter = new JsonSplitter(member, { wants: () => false, ranges });
  for await (const chunk of text.stream()) splitter.feed(chunk);
  splitter.end();
  return ranges;
}
