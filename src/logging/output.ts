export type Level = "info" | "warn" | "error";

/** Destination of log lines: the console, where the platform collects them. Tests replace `write`. */
export const output = {
  write(level: Level, text: string): void {
    console[level](text);
  },
};

/** Suppresses the console warnings of code that has no option to disable them. */
export function withoutWarnings<Result>(run: () => Result): Result {
  const { warn } = console;
  console.warn = () => {};
  try {
    return run();
  } finally {
    console.warn = warn;
  }
}
