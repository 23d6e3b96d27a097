export type Level = "info" | "warn" | "error";

/** Destination of log lines: the console, where the platform collects them. Tests replace `write`. */
export const output = {
  write(level: Level, text: string): void {
    console[level](text);
  },
};

/** Runs code that logs warnings to the console and has no option against it. */
export function withoutWarnings<Result>(run: () => Result): Result {
  const { warn } = console;
  console.warn = () => {};
  try {
    return run();
  } finally {
    console.warn = warn;
  }
}
