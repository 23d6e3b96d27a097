import type { StateBlock } from "markdown-it";
import { indentation, isTerminatedBy, textStart, tooDeep } from "./lines.ts";

function isQuoted(state: StateBlock, line: number): boolean {
  return indentation(state, line) < 4 && state.src[textStart(state, line)] === ">";
}

function isLoneMarker(state: StateBlock, line: number): boolean {
  return isQuoted(state, line) && /^>\s*$/.test(state.src.slice(textStart(state, line), state.eMarks[line]));
}

/**
 * Returns the line after a quote. Lines without a marker belong to the quote until a blank line or another block
 * (markdown.md 1).
 */
function quoteEnd(state: StateBlock, start: number, end: number): number {
  for (let line = start + 1; line < end; line++) {
    if (state.isEmpty(line) || indentation(state, line) < 0) return line;
    if (!isQuoted(state, line) && isTerminatedBy(state, "blockquote", line, end)) return line;
  }
  return end;
}

function removeMarker(state: StateBlock, line: number): void {
  let start = textStart(state, line) + 1;
  if (/[ \t]/.test(state.src[start] ?? "")) start++;
  let columns = 0;
  let pos = start;
  for (; pos < (state.eMarks[line] ?? 0); pos++) {
    if (state.src[pos] === " ") columns++;
    else if (state.src[pos] === "\t") columns += 4 - (columns % 4);
    else break;
  }
  state.bMarks[line] = start;
  state.tShift[line] = pos - start;
  state.sCount[line] = columns;
}

export function quoteRule(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (!isQuoted(state, start) || tooDeep(state)) return false;
  if (silent) return !isLoneMarker(state, start);
  const last = quoteEnd(state, start, end);
  let text = start;
  while (text < last && isLoneMarker(state, text)) text++;
  if (text === last) return false;

  const { bMarks, tShift, sCount } = state;
  const saved = {
    bMarks: bMarks.slice(start, last),
    tShift: tShift.slice(start, last),
    sCount: sCount.slice(start, last),
  };
  const { blkIndent, lineMax, parentType } = state;
  for (let line = start; line < last; line++) {
    if (isQuoted(state, line)) removeMarker(state, line);
    else sCount[line] = indentation(state, line);
  }
  state.blkIndent = 0;
  state.lineMax = last;
  state.parentType = "blockquote";
  state.push("blockquote_open", "blockquote", 1).map = [start, last];
  state.md.block.tokenize(state, start, last);
  state.push("blockquote_close", "blockquote", -1);
  state.blkIndent = blkIndent;
  state.lineMax = lineMax;
  state.parentType = parentType;
  bMarks.splice(start, saved.bMarks.length, ...saved.bMarks);
  tShift.splice(start, saved.tShift.length, ...saved.tShift);
  sCount.splice(start, saved.sCount.length, ...saved.sCount);
  state.line = last;
  return true;
}
