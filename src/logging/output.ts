export type Level = "info" | "warn" | "error";

/** The destination of log lines: the console, from which the platform collects them. Tests replace `write`. */
export const output = {
  write(level: Level, text: string): void {
    console[level](text);
  },
};

/** Runs what warns on the console by itself, and has no setting against it, without those warnings. */
export function withoutWarnings<Result>(run: () => Result): Result {
  const { warn } = console;
  console.warn = () => {};
  try {
    return run();
  } finally {
    console.warn = warn;
  }
}
