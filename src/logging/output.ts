export type Level = "info" | "warn" | "error";

/** Destination of log lines: the console, where the platform collects them. Tests replace `write`. */
export const output = {
  write(level: Level, text: string): void {
    console[level](text);
  },
};

/** Runs code that writes to the console and has no option to turn that off. */
export function withoutOutput<Result>(run: () => Result): Result {
  const { log, warn, error } = console;
  console.log = console.warn = console.error = () => {};
  try {
    return run();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}
