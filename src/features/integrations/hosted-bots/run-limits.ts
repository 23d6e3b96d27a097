export const runLimits = {
  cpu_ms: 1000,
  /** Total duration, including all waiting. */
  total_ms: 10_000,
  /** Maximum wait before the script starts, behind other runs. */
  start_ms: 20_000,
  calls: 30,
  /** Tool calls, which also count as calls. They run one at a time. */
  tool_calls: 20,
  replies: 10,
  /** Line of a script's output: a call with its arguments, or its result. */
  line_characters: 262_144,
  /** Result of a call, as JSON. The harness accepts lines of up to 800,000 characters. */
  answer_characters: 790_000,
  bytes: 4_000_000,
  log_lines: 100,
  log_characters: 500,
  /** Request to another server: duration, and size of the response. */
  fetch_ms: 5000,
  fetch_bytes: 200_000,
} as const;

export const RUNS_A_MINUTE = 30;
/** High, because a single question can make everyone in a channel press a button within a minute. */
export const PRESSES_A_MINUTE = 120;
/** Attempts at a run that has had no effect yet. */
export const MAX_ATTEMPTS = 4;
/** Minimum delay of a timer, in seconds. */
export const SOONEST_TIMER = 10;

/** Thrown if a script exceeds a limit. The message is a sentence for the bot's log. */
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
