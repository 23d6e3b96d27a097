/** Limits of one run of a program. */
export const runLimits = {
  /** The time that the program computes. */
  cpu_ms: 1000,
  /** From its beginning to its end, with all that it waits for. */
  total_ms: 10_000,
  /** Until it begins: other runs may be before it. */
  start_ms: 20_000,
  calls: 30,
  /** The calls of tools among them, one at a time. */
  tool_calls: 20,
  /** Messages that it answers with. */
  replies: 10,
  /** A line of what it says: a call with its arguments, or its result. */
  line_characters: 262_144,
  /** An answer to a call, as JSON; the harness reads lines of 800,000. */
  answer_characters: 790_000,
  bytes: 4_000_000,
  log_lines: 100,
  log_characters: 500,
  /** The request to another server, and the size of its answer. */
  fetch_ms: 5000,
  fetch_bytes: 200_000,
} as const;

/** The runs of a bot in a minute. */
export const RUNS_A_MINUTE = 30;
/** The tries of a run of which nothing has been done yet. */
export const MAX_ATTEMPTS = 4;
/** The soonest time for a timer. */
export const SOONEST_TIMER = 10;
