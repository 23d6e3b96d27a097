import type { StateInline } from "markdown-it";

/** Matching positions in a text, found in one pass so that no rule has to search. */
interface Pairs {
  /** Maps the start of each code span to its end. */
  readonly code: ReadonlyMap<number, number>;
  /** Maps opening square brackets to closing ones. */
  readonly labels: ReadonlyMap<number, number>;
  /** Maps opening parentheses to closing ones on the same line. */
  readonly parentheses: ReadonlyMap<number, number>;
}

/** Characters that a backslash escapes: those with a meaning in the dialect. */
export const escapable = new Set("\\`*~[](){}#+-.!<>:@$|");

/** Whether the parser is inside a link's text, which can't contain other links. */
export function isInLink(state: StateInline): boolean {
  return state.linkLevel > 0 || state.env["inLink"] === true;
}

const pairsByState = new WeakMap<StateInline, Pairs>();

export function pairsOf(state: StateInline): Pairs {
  let pairs = pairsByState.get(state);
  if (!pairs) {
    pairs = findPairs(state.src);
    pairsByState.set(state, pairs);
  }
  return pairs;
}

/** Returns the positions of backtick runs by length, each list in reverse order. */
function backtickRuns(src: string): Map<number, number[]> {
  const runs = new Map<number, number[]>();
  for (const run of src.matchAll(/`+/g)) {
    const starts = runs.get(run[0].length);
    if (starts) starts.push(run.index);
    else runs.set(run[0].length, [run.index]);
  }
  for (const starts of runs.values()) starts.reverse();
  return runs;
}

function runLength(src: string, start: number): number {
  let pos = start;
  while (src[pos] === "`") pos++;
  return pos - start;
}

function findPairs(src: string): Pairs {
  const code = new Map<number, number>();
  const labels = new Map<number, number>();
  const parentheses = new Map<number, number>();
  const runs = backtickRuns(src);
  const openLabels: number[] = [];
  let openParentheses: number[] = [];
  let pos = 0;
  while (pos < src.length) {
    const character = src.charAt(pos);
    let width = 1;
    if (character === "\\" && escapable.has(src.charAt(pos + 1))) width = 2;
    else if (character === "`") {
      const length = runLength(src, pos);
      width = length;
      const starts = runs.get(length) ?? [];
      while ((starts.at(-1) ?? src.length) <= pos) starts.pop();
      const closing = starts.at(-1);
      if (closing !== undefined) {
        width = closing + length - pos;
        code.set(pos, pos + width);
      }
    } else if (character === "[") openLabels.push(pos);
    else if (character === "(") openParentheses.push(pos);
    else if (character === "\n") openParentheses = [];
    else if (character === "]") close(labels, openLabels, pos);
    else if (character === ")") close(parentheses, openParentheses, pos);
    pos += width;
  }
  return { code, labels, parentheses };
}

function close(pairs: Map<number, number>, open: number[], pos: number): void {
  const start = open.pop();
  if (start !== undefined) pairs.set(start, pos);
}
