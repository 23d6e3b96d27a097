import type { StateBlock } from "markdown-it";

/** Quotes, lists and spoilers may stand in each other this deep (markdown.md 5); what is deeper stays text. */
const deepest = 40;

export function tooDeep(state: StateBlock): boolean {
  return state.level >= deepest;
}

/** Where the line's text starts, behind its indentation. */
export function textStart(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** The line's text without its indentation. */
export function lineText(state: StateBlock, line: number): string {
  return state.src.slice(textStart(state, line), state.eMarks[line]);
}

/** The indentation in columns, counted from what the surrounding block asks for. */
export function indentation(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent;
}

export function isTerminatedBy(state: StateBlock, chain: string, line: number, end: number): boolean {
  return state.md.block.ruler.getRules(chain).some((rule) => rule(state, line, end, true));
}
