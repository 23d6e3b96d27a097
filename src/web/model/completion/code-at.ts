const fenceLine = /^\s*(?:>\s?)*(`{3,}|~{3,})\s*([^`]*)$/;

/** The info strings of fences whose content is Markdown. */
const markdownFences = /^(?:quote|spoiler\b.*)$/i;

/** Whether the position is in code, in a fenced block or after an opening backtick: nothing is completed there. */
export function isInCode(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf("\n") + 1;
  const open: { readonly mark: string; readonly code: boolean }[] = [];
  for (const line of before.slice(0, lineStart).split("\n").slice(0, -1)) {
    const [, mark, info = ""] = fenceLine.exec(line) ?? [];
    if (mark === undefined) continue;
    const innermost = open.at(-1);
    const closes = innermost !== undefined && info.trim() === "" && mark.startsWith(innermost.mark);
    if (closes) open.pop();
    else if (!innermost?.code) open.push({ mark, code: !markdownFences.test(info.trim()) });
  }
  if (open.at(-1)?.code) return true;
  return isAfterBacktick(before.slice(lineStart));
}

/** Whether backticks are open at the end of a line. */
function isAfterBacktick(line: string): boolean {
  let opened = "";
  for (const [run] of line.matchAll(/`+/g)) {
    if (opened === "") opened = run;
    else if (run === opened) opened = "";
  }
  return opened !== "";
}
