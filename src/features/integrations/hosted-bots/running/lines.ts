import { runLimits } from "../run-limits.ts";

/** Thrown for a script that exceeds a limit, with the sentence for its log. */
export class OverLimit extends Error {}

/** Yields a script's output lines as they arrive. Throws if there are too many, or one is too long. */
export async function* readOutputLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const { bytes, line_characters } = runLimits;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let read = 0;
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      read += value.length;
      if (read > bytes) throw new OverLimit(`It said more than ${bytes} bytes.`);
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      if ([...lines, rest].some(({ length }) => length > line_characters)) {
        throw new OverLimit(`It said more than ${line_characters} characters at once.`);
      }
      yield* lines.filter((line) => line !== "");
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
