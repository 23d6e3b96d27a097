// The package as a whole would be four times as large.
import { diffArrays } from "diff/lib/diff/array.js";

/** Lines of a changed text that replace the base's lines from `start` to `end` (exclusive). */
interface Hunk {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

function hunksOf(base: readonly string[], text: readonly string[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let at = 0;
  let open: Hunk | undefined;
  for (const { added, removed, value } of diffArrays([...base], [...text])) {
    if (!added && !removed) {
      at += value.length;
      open = undefined;
      continue;
    }
    const before: Hunk = open ?? { start: at, end: at, lines: [] };
    if (removed) at += value.length;
    if (open !== undefined) hunks.pop();
    open = { ...before, end: at, lines: added ? [...before.lines, ...value] : before.lines };
    hunks.push(open);
  }
  return hunks;
}

/** Returns the base's lines from `start` to `end` (exclusive), with the hunks in this range applied. */
function applied(base: readonly string[], { start, end }: Omit<Hunk, "lines">, hunks: readonly Hunk[]): string[] {
  const lines: string[] = [];
  let at = start;
  for (const hunk of hunks) {
    lines.push(...base.slice(at, hunk.start), ...hunk.lines);
    at = hunk.end;
  }
  return [...lines, ...base.slice(at, end)];
}

interface MergedTexts {
  readonly text: string;
  /**
   * Number of places where both versions changed the same or adjacent lines. The merged text has both there, `theirs`
   * first.
   */
  readonly clashes: number;
}

/** Merges two changed versions of a text line by line. */
export function mergeTexts(base: string, mine: string, theirs: string): MergedTexts {
  const lines = base.split("\n");
  const all = [
    ...hunksOf(lines, mine.split("\n")).map((hunk) => ({ hunk, isMine: true })),
    ...hunksOf(lines, theirs.split("\n")).map((hunk) => ({ hunk, isMine: false })),
  ].sort((a, b) => a.hunk.start - b.hunk.start || a.hunk.end - b.hunk.end);
  const merged: string[] = [];
  let clashes = 0;
  let at = 0;
  while (all.length > 0) {
    const { start } = all[0]?.hunk ?? { start: 0 };
    let end = start;
    const own: Hunk[] = [];
    const others: Hunk[] = [];
    for (let next = all[0]; next !== undefined && next.hunk.start <= end; next = all[0]) {
      (next.isMine ? own : others).push(next.hunk);
      end = Math.max(end, next.hunk.end);
      all.shift();
    }
    const range = { start, end };
    const [ours, said] = [applied(lines, range, own), applied(lines, range, others)];
    merged.push(...lines.slice(at, start));
    if (own.length > 0 && others.length > 0 && ours.join("\n") !== said.join("\n")) {
      clashes += 1;
      merged.push(...said, ...ours);
    } else merged.push(...(own.length > 0 ? ours : said));
    at = end;
  }
  return { text: [...merged, ...lines.slice(at)].join("\n"), clashes };
}
