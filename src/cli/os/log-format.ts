export type LogLine = Record<string, unknown>;

/**
 * Gives all output of this process the same format, each line with a time and a level: the program's log lines, and the
 * process's own messages, with `event` as their event.
 */
export function formatLog(format: "json" | "logfmt", event = "server"): void {
  const write = format === "json" ? (line: LogLine) => JSON.stringify(line) : logfmt;
  for (const [name, level] of [
    ["log", "info"],
    ["error", "warn"],
  ] as const) {
    const print = console[name].bind(console);
    console[name] = (...parts: unknown[]) => {
      const text = parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(" ");
      for (const line of linesIn(text) ?? ownLines(text, { time: new Date().toISOString(), level, event }))
        print(write(line));
    };
  }
}

/** Parses a string as lines of the program's log. Returns undefined for any other string. */
export function linesIn(text: string): LogLine[] | undefined {
  if (!text.startsWith('{"time":')) return undefined;
  try {
    return text.split("\n").map((line) => JSON.parse(line) as LogLine);
  } catch {
    return undefined;
  }
}

const ownLines = (text: string, at: LogLine): LogLine[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ ...at, message: line.replace(/^parley: /, "").trim() }));

/** Formats a line as `key=value`. Values with unusual characters are written as JSON. */
const logfmt = (line: LogLine): string =>
  Object.entries(line)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${key}=${/^[\w.:/@+-]+$/.test(String(value)) ? value : JSON.stringify(String(value))}`)
    .join(" ");
