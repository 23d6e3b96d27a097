import {
  attributionLines,
  hasMark,
  isExact,
  isForwardMark,
  isHeaderBlock,
  isQuoted,
  isRule,
  isSeparator,
  markOf,
} from "./quote-forms.ts";

/** Consecutive quoted lines, including the attribution above them. */
interface Run {
  readonly from: number;
  readonly to: number;
}

const isBlank = (line: string | undefined) => (line ?? "").trim() === "";

/**
 * Removes the quoted earlier email from a reply. Keeps what the sender may have written: inline replies with the lines
 * they refer to, and forwarded emails. If nothing would remain, returns the whole text.
 */
export function withoutQuotes(text: string, { isReply }: { readonly isReply: boolean }): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  if (lines.some(isForwardMark)) return text;
  const end = endOfOwn(lines, isReply);
  const own = withoutRuns(lines.slice(0, end), isReply);
  const cut = own.join("\n").trim();
  return cut === "" ? text : cut;
}

/** Returns the index of the line where a quoted email without line marks starts, or the number of lines without one. */
function endOfOwn(lines: readonly string[], isReply: boolean): number {
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (isBlank(line) || isQuoted(line)) continue;
    if (isSeparator(line)) return at;
    if (!isReply) continue;
    // Outlook draws a line above the headers.
    if (isHeaderBlock(lines, at)) return lastBefore(lines, at, isRule);
    const count = attributionLines(lines, at);
    if (count === 0) continue;
    const next = firstAfter(lines, at + count);
    const attribution = lines.slice(at, at + count).join(" ");
    if (next < lines.length && markOf(lines[next] ?? "") === undefined && isExact(attribution)) return at;
    at += count - 1;
  }
  return lines.length;
}

function withoutRuns(lines: readonly string[], isReply: boolean): readonly string[] {
  const runs = runsIn(lines);
  const [first] = runs;
  const last = runs.at(-1);
  if (first === undefined || last === undefined) return lines;
  const rest = lines.slice(last.to);
  const isAtEnd = rest.every(isBlank) || isAddition(rest);
  const isMarked = attributionLines(lines, last.from) > 0 || isReply;
  // Several runs have inline replies between them.
  if (isAtEnd && isMarked && (runs.length > 1 || first.from > 0)) return [...lines.slice(0, last.from), ...rest];
  const isAtBeginning = lines.slice(0, first.from).every(isBlank);
  if (runs.length === 1 && isAtBeginning && !rest.every(isBlank) && attributionLines(lines, first.from) > 0)
    return rest;
  return lines;
}

/** Whether the lines below a quoted email were added by a program: a signature, or a mailing list's footer. */
function isAddition(rest: readonly string[]): boolean {
  const first = rest.find((line) => !isBlank(line)) ?? "";
  return /^--\s*$/.test(first) || /^_{10,}$/.test(first.trim());
}

function runsIn(lines: readonly string[]): readonly Run[] {
  const runs: Run[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (isBlank(lines[at])) continue;
    const count = isQuoted(lines[at] ?? "") ? 0 : attributionLines(lines, at);
    const begin = count === 0 ? at : firstAfter(lines, at + count);
    const first = lines[begin] ?? "";
    const mark = isQuoted(first) ? ">" : count === 0 ? undefined : markOf(first);
    if (mark === undefined) continue;
    let to = begin;
    while (to < lines.length && (hasMark(lines[to] ?? "", mark) || isBlank(lines[to]))) to += 1;
    runs.push({ from: at, to });
    at = to - 1;
  }
  return runs;
}

function firstAfter(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at += 1;
  return at;
}

/** Returns the nearest nonblank line before the given one if it is of the given kind, and otherwise the given line. */
function lastBefore(lines: readonly string[], at: number, is: (line: string) => boolean): number {
  let before = at - 1;
  while (before >= 0 && isBlank(lines[before])) before -= 1;
  return before >= 0 && is(lines[before] ?? "") ? before : at;
}
