import { ArchiveError } from "../../archive/archive-error.ts";
import { foreignJson } from "../../util/foreign-json.ts";
import { concatBytes } from "../../util/join-bytes.ts";

/** The longest line that is read. */
const MAX_LINE_LENGTH = 32_000_000;
const LINE_END = 0x0a;

/** A line of a text of JSON lines, from 1; undefined for a value that is no JSON, or too long. */
interface JsonLine {
  readonly line: number;
  readonly value: unknown;
}

/** The lines of a text of JSON lines, some at a time; empty ones are passed over. */
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
    return text === "" ? [] : [{ line, value: parsed(text) }];
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

/** A value that is JSON in a text; undefined where it is none. */
export function parsed(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return foreignJson(text);
  } catch {
    return undefined;
  }
}
