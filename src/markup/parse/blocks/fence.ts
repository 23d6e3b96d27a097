import type { StateBlock } from "markdown-it";
import { indentation, lineText, tooDeep } from "./lines.ts";

interface Fence {
  readonly mark: string;
  readonly language: string;
  readonly header: string;
}

// Each part can match in only one way, so that a line that isn't a fence is refused in linear time.
const fenceLine = /^(`{3,}|~{3,}) *(?! )([^~`]*)$/;
const infoString = /^\{?\.?([\w+\-./#]+) *([^ ].*?)?\}?$/s;
const containers = new Set(["quote", "quoted", "spoiler"]);

function fenceAt(state: StateBlock, line: number): Fence | undefined {
  if (indentation(state, line) >= 4) return undefined;
  const text = lineText(state, line);
  if (!text.startsWith("```") && !text.startsWith("~~~")) return undefined;
  const [, mark, info] = fenceLine.exec(text) ?? [];
  if (mark === undefined || info === undefined) return undefined;
  if (info === "") return { mark, language: "", header: "" };
  const [, language, header = ""] = infoString.exec(info.trimEnd()) ?? [];
  return language === undefined ? undefined : { mark, language, header: header.trim() };
}

function isContainer(fence: Fence): boolean {
  return containers.has(fence.language.toLowerCase());
}

/** Returns the first line without a list item's indentation, which ends the item and any open fence in it. */
function itemEnd(state: StateBlock, start: number, end: number): number {
  if (state.blkIndent === 0) return end;
  for (let line = start; line < end; line++) {
    if (indentation(state, line) < 0 && !state.isEmpty(line)) return line;
  }
  return end;
}

/** Returns the closing line of a code fence, or `end` if there is none. */
function closingLine(state: StateBlock, fence: Fence, start: number, end: number): number {
  let longer = end;
  for (let line = start; line < end; line++) {
    const text = lineText(state, line).trimEnd();
    if (text === fence.mark) return line;
    // A longer fence closes it, too, unless one of the same length follows.
    if (longer === end && text.length > fence.mark.length && isOnly(text, fence.mark.charAt(0))) longer = line;
  }
  return longer;
}

function isOnly(text: string, character: string): boolean {
  for (const each of text) if (each !== character) return false;
  return true;
}

/** Returns the closing line of a quote or spoiler, skipping the fences inside it, or `end` if there is none. */
function containerEnd(state: StateBlock, fence: Fence, start: number, end: number): number {
  const open = [fence];
  for (let line = start; line < end; line++) {
    const innermost = open.at(-1);
    const found = fenceAt(state, line);
    if (!found || !innermost) continue;
    const bare = found.language === "";
    if (bare && found.mark === innermost.mark) {
      open.pop();
      if (open.length === 0) return line;
    } else if (isContainer(found)) {
      open.push(found);
    } else {
      line = closingLine(state, found, line + 1, end);
    }
  }
  return end;
}

function pushContainer(state: StateBlock, fence: Fence, start: number, end: number): void {
  const type = fence.language.toLowerCase() === "spoiler" ? "spoiler" : "blockquote";
  const { lineMax, parentType } = state;
  state.lineMax = end;
  state.parentType = type;
  const open = state.push(`${type}_open`, type === "spoiler" ? "" : type, 1);
  open.map = [start - 1, end];
  open.info = fence.header;
  state.md.block.tokenize(state, start, end);
  state.push(`${type}_close`, open.tag, -1);
  state.lineMax = lineMax;
  state.parentType = parentType;
}

export function fenceRule(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const fence = fenceAt(state, start);
  if (!fence) return false;
  const container = isContainer(fence);
  if (container && tooDeep(state)) return false;
  if (silent) return true;

  const limit = itemEnd(state, start + 1, end);
  const close = container ? containerEnd(state, fence, start + 1, limit) : closingLine(state, fence, start + 1, limit);
  // A fence without content is omitted.
  if (close > start + 1) {
    if (container) pushContainer(state, fence, start + 1, close);
    else {
      const code = state.push("fence", "", 0);
      code.map = [start, close];
      code.info = fence.language;
      code.content = state.getLines(start + 1, close, state.sCount[start] ?? 0, false);
    }
  }
  state.line = Math.min(close + 1, limit);
  return true;
}
