import { createReadStream } from "node:fs";
import { Failure } from "../os/failure.ts";

const CHUNK_BYTES = 1_048_576;
const MAX_LINE_LENGTH = 64_000_000;

/**
 * Yields the lines of a file from a byte offset. Only "\n" ends one, because JSON can contain other line separators.
 */
export async function* readLines(file: string, start: number): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of createReadStream(file, { start, encoding: "utf8", highWaterMark: CHUNK_BYTES })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_LENGTH) throw new Failure(`${file} has a line that is too long`);
    yield* lines;
  }
  if (rest !== "") yield rest;
}
