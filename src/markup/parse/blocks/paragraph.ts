import type { StateBlock } from "markdown-it";
import { indentation, isTerminatedBy, lineText } from "./lines.ts";

export function paragraphRule(state: StateBlock, start: number): boolean {
  const end = state.lineMax;
  let line = start + 1;
  while (line < end && !state.isEmpty(line)) {
    if (indentation(state, line) < 4 && isTerminatedBy(state, "paragraph", line, end)) break;
    line++;
  }
  // Later lines of a paragraph keep their indentation. It is counted from the list marker if the paragraph starts next
  // to one, otherwise from the text of the list item.
  const indent = state.env["markerLine"] === start ? state.blkIndent - 2 : state.blkIndent;
  state.line = line;
  state.push("paragraph_open", "p", 1).map = [start, line];
  const first = lineText(state, start);
  const later = state.getLines(start + 1, line, indent, false);
  state.push("inline", "", 0).content = line > start + 1 ? `${first}\n${later}` : first;
  state.push("paragraph_close", "p", -1);
  return true;
}
