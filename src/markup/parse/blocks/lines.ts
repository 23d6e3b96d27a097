import type { StateBlock } from "markdown-it";

/** The depth to which blocks may be nested (markdown.md 5). */
const deepest = 40;

/** Whether no other quote, list or spoiler may open: it stays text. */
export function tooDeep(state: StateBlock): boolean {
  return state.level >= deepest;
}

/** The position where a line's text starts, after its indentation. */
export function textStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** A line's text without its indentation. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(textStart(state, line), state.eMarks[line]);
}

/** A line's indentation in columns, beyond that of the block it is in. */
export function indentation(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

export function isTerminatedBy(state: StateBlock, chain: string, line: number, end: number): boolean {
  return state.md.block.ruler.getRules(chain).some((rule) => rule(state, line, end, true));
}
