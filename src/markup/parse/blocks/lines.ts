import type { StateBlock } from "markdown-it";

/** Maximum nesting depth of blocks (markdown.md 5). */
const deepest = 40;

/** True if no further quote, list or spoiler can open here. Its source then stays text. */
export function tooDeep(state: StateBlock): boolean {
  return state.level >= deepest;
}

export function textStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(textStart(state, line), state.eMarks[line]);
}

/** Returns a line's indentation in columns, relative to its block. */
export function indentation(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

export function isTerminatedBy(state: StateBlock, chain: string, line: number, end: number): boolean {
  return state.md.block.ruler.getRules(chain).some((rule) => rule(state, line, end, true));
}
