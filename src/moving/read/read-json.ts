import { type JsonBatch, type JsonRange, JsonSplitter } from "./json-splitter.ts";

/** The elements of the lists of a JSON text; of one that is an object only those of the names that are wanted. */
export async function* jsonBatches(
  bytes: ReadableStream<Uint8Array>,
  member: string,
  wants: (key: string) => boolean = () => true,
): AsyncGenerator<JsonBatch> {
  const splitter = new JsonSplitter(member, { wants });
  for await (const chunk of bytes) yield* splitter.feed(chunk);
  splitter.end();
}

/** The ranges of the values of a JSON object. */
export async function jsonRanges(text: Blob, member: string): Promise<Map<string, JsonRange>> {
  const ranges = new Map<string, JsonRange>();
  const splitter = new JsonSplitter(member, { wants: () => false, ranges });
  for await (const chunk of text.stream()) splitter.feed(chunk);
  splitter.end();
  return ranges;
}
