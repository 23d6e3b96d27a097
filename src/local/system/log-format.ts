type LogLine = Record<string, unknown>;

type LogFormat = "json" | "logfmt";

/**
 * Has everything that this process prints be lines of one form, each with a time and a level: what the program under it logs, and
 * its own words, which are those of an event.
 */
export function formatLog(format: LogFormat, event = "server"): void {
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

/** The lines of the program's log that a text is; undefined where it is another text. */
function linesIn(text: string): LogLine[] | undefined {
  if (!text.startsWith('{"time":')) return undefined;
  try {
    return text.split("\n").map((line) => JSON.parse(line) as LogLine);
  } catch {
    return undefined;
  }
}

/** The words of this process itself, each line of them as one of the log. */
const ownLines = (text: string, at: LogLine): LogLine[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ ...at, message: line.replace(/^parley: /, "").trim() }));

/** A line as `key=value`; values with other characters than these are written as JSON does. */
const logfmt = (line: LogLine): string =>
  Object.entries(line)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${key}=${/^[\w.:/@+-]+$/.test(String(value)) ? value : JSON.stringify(String(value))}`)
    .join(" ");
