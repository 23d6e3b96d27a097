export type Level = "info" | "warn" | "error";

/** Where lines go: to the console, of which the platform makes its log. Tests put another `write` in its place. */
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
