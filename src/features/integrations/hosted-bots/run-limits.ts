export const runLimits = {
  cpu_ms: 1000,
  /** Total duration, including all waiting. */
  total_ms: 10_000,
  /** Maximum wait before the script starts, behind other runs. */
  start_ms: 20_000,
  calls: 30,
  /** Tool calls, which count as calls too. They run one at a time. */
  tool_calls: 20,
  replies: 10,
  /** Line of a script's output: a call with its arguments, or its result. */
  line_characters: 262_144,
  /** Result of a call, as JSON; the harness reads lines of 800,000. */
  answer_characters: 790_000,
  bytes: 4_000_000,
  log_lines: 100,
  log_characters: 500,
  /** Request to another server: duration, and size of the response. */
  fetch_ms: 5000,
  fetch_bytes: 200_000,
} as const;

export const RUNS_A_MINUTE = 30;
/** Attempts at a run that has had no effect yet. */
export const MAX_ATTEMPTS = 4;
/** Minimum delay of a timer. */
export const SOONEST_TIMER = 10;
