import { ArchiveError } from "../../archive-format/archive-error.ts";
import { tryForeignJson } from "../../util/foreign-json.ts";
import { concatBytes } from "../../util/join-bytes.ts";

const MAX_LINE_LENGTH = 32_000_000;
const LINE_END = 0x0a;

/** A line of JSON Lines data, numbered from 1. The value is undefined if the line isn't JSON, or is too long. */
interface JsonLine {
  readonly line: number;
  readonly value: unknown;
}

/** Yields the lines of JSON Lines data in batches, skipping empty ones. */
export async function* jsonLines(bytes: ReadableStream<Uint8Array>, member: string): AsyncGenerator<JsonLine[]> {
  let held: Uint8Array[] = [];
  let [heldBytes, line] = [0, 0];
  const hold = (part: Uint8Array) => {
    heldBytes += part.length;
    if (heldBytes <= MAX_LINE_LENGTH) held.push(part);
  };
  const take = (): JsonLine[] => {
    const text = heldBytes > MAX_LINE_LENGTH ? undefined : new TextDecoder().decode(concatBytes(held)).trim();
    [held, heldBytes] = [[], 0];
    line += 1;
    return text === "" ? [] : [{ line, value: tryForeignJson(text) }];
  };
  for await (const chunk of bytes) {
    const lines: JsonLine[] = [];
    let from = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, from)) {
      hold(chunk.subarray(from, end));
      lines.push(...take());
      from = end + 1;
    }
    if (from < chunk.length) hold(chunk.slice(from));
    if (lines.length > 0) yield lines;
  }
  if (heldBytes > 0) yield take();
  if (line === 0) throw new ArchiveError("It is empty.", { member });
}
