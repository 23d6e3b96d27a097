import type { StateBlock } from "markdown-it";
import { indentation, lineText, textStart } from "./lines.ts";

const heading = /^(#{1,6})[ \t]+(\S.*)$/;
const closingHashes = /(^|[ \t])#+[ \t]*$/;

export function headingRule(state: StateBlock, start: number, _end: number, silent: boolean): boolean {
  if (indentation(state, start) >= 4 || state.src[textStart(state, start)] !== "#") {
    return false;
  }
  const found = heading.exec(lineText(state, start));
  const level = found?.[1];
  if (!level) return false;
  if (silent) return true;
  const tag = `h${level.length}`;
  state.line = start + 1;
  state.push("heading_open", tag, 1).map = [start, start + 1];
  state.push("inline", "", 0).content = (found[2] ?? "").replace(closingHashes, "").trimEnd();
  state.push("heading_close", tag, -1);
  return true;
}
