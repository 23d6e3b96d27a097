import type { StateBlock } from "markdown-it";
import { indentation, isTerminatedBy, lineText } from "./lines.ts";

/** Splits a row at pipes that are neither escaped nor in code. */
function splitRow(text: string): string[] {
  const line = text.trim();
  const cells: string[] = [];
  let start = line.startsWith("|") ? 1 : 0;
  let pos = start;
  const codeEnds = new Map<number, number>();
  for (const run of line.matchAll(/`+/g)) codeEnds.set(run[0].length, run.index + run[0].length);
  while (pos < line.length) {
    const character = line[pos];
    if (character === "\\") pos += 2;
    else if (character === "`") pos = afterCode(line, pos, codeEnds);
    else if (character === "|") {
      cells.push(line.slice(start, pos).trim());
      start = ++pos;
    } else pos++;
  }
  if (start < line.length || cells.length === 0) cells.push(line.slice(start).trim());
  return cells;
}

/**
 * Returns the position after the code that starts with these backticks, or after the backticks if nothing closes them.
 */
function afterCode(line: string, start: number, lastEnds: ReadonlyMap<number, number>): number {
  let inner = start;
  while (line[inner] === "`") inner++;
  const mark = inner - start;
  if ((lastEnds.get(mark) ?? 0) <= inner) return inner;
  let pos = inner;
  while (pos < line.length) {
    while (pos < line.length && line[pos] !== "`") pos++;
    const run = pos;
    while (line[pos] === "`") pos++;
    if (pos - run === mark) return pos;
  }
  return inner;
}

function alignments(separator: string): string[] | undefined {
  if (!/^[ |:-]+$/.test(separator)) return undefined;
  const cells = splitRow(separator);
  if (!cells.every((cell) => /^:?-+:?$/.test(cell))) return undefined;
  return cells.map((cell) => {
    const left = cell.startsWith(":");
    const right = cell.endsWith(":");
    if (left && right) return "center";
    if (left) return "left";
    return right ? "right" : "";
  });
}

/**
 * Maximum number of empty cells added to short rows per message, because a row of two characters may lack a thousand
 * cells.
 */
const MAX_ADDED_CELLS = 10_000;

/** Returns the number of cells to write for a row: as many as the table has columns, until too many were added. */
function widthOf(state: StateBlock, cells: readonly string[], columns: number): number {
  const missing = Math.max(0, columns - cells.length);
  const added = missing + (Number(state.env["addedCells"]) || 0);
  if (added > MAX_ADDED_CELLS) return cells.length;
  state.env["addedCells"] = added;
  return columns;
}

function pushRow(state: StateBlock, tag: "th" | "td", cells: readonly string[], aligned: readonly string[]): void {
  state.push("tr_open", "tr", 1);
  aligned.slice(0, widthOf(state, cells, aligned.length)).forEach((alignment, index) => {
    const cell = state.push("cell_open", tag, 1);
    if (alignment) cell.attrSet("style", `text-align: ${alignment};`);
    state.push("inline", "", 0).content = cells[index] ?? "";
    state.push("cell_close", tag, -1);
  });
  state.push("tr_close", "tr", -1);
}

export function tableRule(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  if (silent || start + 1 >= end || indentation(state, start) >= 4 || indentation(state, start + 1) >= 4) return false;
  const header = lineText(state, start);
  const separator = lineText(state, start + 1);
  if (!header.includes("|") || !separator.includes("-")) return false;
  const aligned = alignments(separator);
  if (!aligned) return false;
  const titles = splitRow(header);
  if (titles.length !== aligned.length || (aligned.length === 1 && !separator.includes("|"))) return false;

  const rows: string[][] = [];
  let line = start + 2;
  while (line < end && !state.isEmpty(line) && indentation(state, line) >= 0) {
    if (isTerminatedBy(state, "table", line, end)) break;
    rows.push(splitRow(lineText(state, line)));
    line++;
  }
  if (rows.length === 0) rows.push([]);

  state.push("table_open", "table", 1).map = [start, line];
  state.push("thead_open", "thead", 1);
  pushRow(state, "th", titles, aligned);
  state.push("thead_close", "thead", -1);
  state.push("tbody_open", "tbody", 1);
  for (const row of rows) pushRow(state, "td", row, aligned);
  state.push("tbody_close", "tbody", -1);
  state.push("table_close", "table", -1);
  state.line = line;
  return true;
}
