import type { StateBlock } from "markdown-it";
import { indentation, isTerminatedBy, lineText, tooDeep } from "./lines.ts";

interface Marker {
  readonly ordered: boolean;
  /** Number of an ordered item, as written; empty for a bullet. */
  readonly number: string;
  readonly width: number;
}

const marker = /^(?:[*+-]|(\d{1,9})\.)[ \t]+/;

function markerAt(state: StateBlock, line: number): Marker | undefined {
  if (indentation(state, line) >= 4) return undefined;
  const found = marker.exec(lineText(state, line));
  if (!found) return undefined;
  return { ordered: found[1] !== undefined, number: found[1] ?? "", width: found[0].length };
}

/** Whether a list can interrupt a paragraph. It can't with a number of several digits, because that is often a year. */
function canInterrupt(state: StateBlock, line: number, found: Marker): boolean {
  if (found.number.length < 2) return true;
  return indentation(state, line) < 0 && state.env["orderedList"] === true;
}

/**
 * Whether a line is separate from the one above: after a blank line and, for a list item, also after a line that isn't
 * an item or is an item of the other kind of list. The text of such an item is a paragraph.
 */
function isSeparate(state: StateBlock, line: number): boolean {
  if (state.isEmpty(line - 1)) return true;
  const found = marker.exec(lineText(state, line));
  if (!found || (found[1]?.length ?? 0) > 1) return false;
  const above = marker.exec(lineText(state, line - 1));
  return !above || (above[1] === undefined) !== (found[1] === undefined);
}

/** Hides the paragraph around an item's text, for items that aren't separate. */
function hideParagraph(state: StateBlock, itemToken: number): void {
  const open = state.tokens[itemToken + 1];
  const close = state.tokens[itemToken + 3];
  if (open?.type !== "paragraph_open" || !close) return;
  open.hidden = true;
  close.hidden = true;
}

function hasChildApart(state: StateBlock, itemToken: number, start: number, end: number): boolean {
  const level = (state.tokens[itemToken]?.level ?? 0) + 1;
  for (let index = itemToken + 1; index < state.tokens.length; index++) {
    const child = state.tokens[index];
    const line = child?.map?.[0];
    if (child?.level === level && line !== undefined && line > start && line < end && isSeparate(state, line))
      return true;
  }
  return false;
}

/** Parses one item, and returns the index of its first token. */
function pushItem(state: StateBlock, line: number, end: number, found: Marker): number {
  const { blkIndent, parentType } = state;
  const { tShift, sCount } = state;
  const saved = { tShift: tShift[line] ?? 0, sCount: sCount[line] ?? 0 };
  const { orderedList } = state.env;
  const itemToken = state.tokens.length;
  state.push("list_item_open", "li", 1);
  // Two columns of indentation nest a block in the item, regardless of the marker's width (markdown.md 1).
  state.blkIndent = saved.sCount + 2;
  tShift[line] = saved.tShift + found.width;
  sCount[line] = state.blkIndent;
  state.parentType = "list";
  state.env["markerLine"] = line;
  state.env["orderedList"] = found.ordered;
  if (state.isEmpty(line)) state.line = state.skipEmptyLines(line + 1);
  else state.md.block.tokenize(state, line, end);
  state.push("list_item_close", "li", -1);
  state.blkIndent = blkIndent;
  state.parentType = parentType;
  state.env["orderedList"] = orderedList;
  tShift[line] = saved.tShift;
  sCount[line] = saved.sCount;
  return itemToken;
}

export function listRule(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const first = markerAt(state, start);
  if (!first || tooDeep(state)) return false;
  if (silent) return canInterrupt(state, start, first);

  const type = first.ordered ? "ordered_list" : "bullet_list";
  const tag = first.ordered ? "ol" : "ul";
  const open = state.push(`${type}_open`, tag, 1);
  open.map = [start, start];
  if (first.ordered && Number(first.number) !== 1) open.attrSet("start", Number(first.number));
  let line = start;
  let apart = false;
  let item: Marker | undefined = first;
  while (item?.ordered === first.ordered) {
    const itemToken = pushItem(state, line, end, item);
    const next = state.line;
    item =
      next < end && indentation(state, next) >= 0 && !isTerminatedBy(state, "list", next, end)
        ? markerAt(state, next)
        : undefined;
    const nextApart = item?.ordered === first.ordered && isSeparate(state, next);
    if (!apart && !nextApart && !hasChildApart(state, itemToken, line, next)) hideParagraph(state, itemToken);
    apart = nextApart;
    line = next;
  }
  state.push(`${type}_close`, tag, -1);
  state.line = line;
  return true;
}
