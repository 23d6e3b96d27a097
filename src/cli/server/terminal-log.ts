import { format, styleText } from "node:util";
import { type LogLine, linesIn } from "../os/log-format.ts";
import { printable } from "../os/printable.ts";

type Paint = (style: "dim" | "yellow" | "red", text: string) => string;

export interface TerminalLog {
  /** Omits a request's line. */
  skip(requestId: string): void;
  /** Prints `text`, then the buffered output. After that, everything is printed immediately. */
  release(text?: string): void;
}

/**
 * Prints a human-readable log: a short text for each of the program's log lines. Buffers all output until `release`, so
 * that nothing precedes the text printed at the end of startup.
 *
 * @param withStacks whether errors include their stack
 */
export function logToTerminal({ withStacks }: { withStacks: boolean }): TerminalLog {
  const skipped = new Set<string>();
  let held: (() => void)[] | undefined = [];
  for (const [name, stream] of [
    ["log", process.stdout],
    ["error", process.stderr],
  ] as const) {
    const print = console[name].bind(console);
    const paint: Paint = (style, text) => styleText(style, text, { stream });
    console[name] = (...parts: unknown[]) => {
      const text = format(...parts);
      const lines = linesIn(text);
      const isStarting = held !== undefined;
      const at = new Date().toISOString();
      const write = () => {
        if (lines === undefined) print(isStarting ? text : ownWords(text, at, name === "error", paint));
        for (const line of lines ?? [])
          if (line["event"] !== "request" || !skipped.delete(String(line["request"])))
            print(describeLine(line, paint, withStacks));
      };
      if (held === undefined) write();
      else held.push(write);
    };
  }
  const release = (text?: string) => {
    if (text !== undefined) process.stdout.write(`${text}\n`);
    for (const write of held ?? []) write();
    held = undefined;
  };
  // An unexpected error ends the process without a call of `release`.
  process.once("exit", () => release());
  return { skip: (id) => skipped.add(id), release };
}

/** Describes a line of the program's log: `18:02:48 POST /messages 200 139 ms`. */
export function describeLine(line: LogLine, paint: Paint, withStacks = false): string {
  const { time, level, event, request, method, route, background, subdomain, realm, user, ...more } = line;
  const at = paint("dim", clockTime(String(time)));
  const organization = subdomain ? [`organization ${subdomain}`] : [];
  if (event === "request") {
    const { status, ms } = more;
    const answer = Number(status) < 400 ? `${status}` : paint(Number(status) < 500 ? "yellow" : "red", `${status}`);
    return `${at} ${route === "none" ? `${method} (unknown path)` : route} ${answer} ${ms} ms${inBrackets(organization)}`;
  }
  const { error, problem, cause, stack, ...facts } = more;
  const kind = level === "error" ? paint("red", "error: ") : level === "warn" ? paint("yellow", "warning: ") : "";
  const what = [String(event).replaceAll("_", " "), error ?? problem, cause].filter(Boolean).join(": ");
  const about = Object.entries(facts).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${name.replaceAll("_", " ")} ${value}`],
  );
  const said = onOneLine(`${what}${inBrackets([...about, ...(route ? [String(route)] : []), ...organization])}`);
  const frames = withStacks && stack ? String(stack).split("\n").slice(1) : [];
  return [`${at} ${kind}${said}`, ...frames.map(onOneLine).map((frame) => paint("dim", `    ${frame}`))].join("\n");
}

const ownWords = (text: string, time: string, isWarning: boolean, paint: Paint) => {
  const said = text.replace(/^parley: /, "");
  return `${paint("dim", clockTime(time))} ${isWarning ? paint("yellow", said) : said}`;
};

const clockTime = (time: string) => new Date(time).toTimeString().slice(0, 8);
const inBrackets = (facts: readonly string[]) => (facts.length === 0 ? "" : ` (${facts.join(", ")})`);
const onOneLine = (text: string) => printable(text.replace(/\s+/g, " ").trim());
