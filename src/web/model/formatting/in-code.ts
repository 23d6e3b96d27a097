const fenceLine = /^\s*(?:>\s?)*(`{3,}|~{3,})\s*([^`]*)$/;

/** Info strings of fences whose content is Markdown. */
const markdownFences = /^(?:quote|spoiler\b.*)$/i;

/** Whether a position is in a fenced block or after an opening backtick, where nothing is completed. */
export const isInCode = (text: string, at: number): boolean => codeIn(text)(at);

/**
 * Like `isInCode`, for several positions of a text. Call the returned function with ascending positions. It reads the
 * text only once.
 */
export function codeIn(text: string): (at: number) => boolean {
  const fences: { readonly mark: string; readonly code: boolean }[] = [];
  /** Position up to which the text has been read. */
  let from = 0;
  /** The run of backticks that opened inline code in the current line, or "" outside code. */
  let ticks = "";
  let line = 0;
  const afterRun = (run: string) => (ticks === "" ? run : ticks === run ? "" : ticks);
  return (at) => {
    for (let end = text.indexOf("\n", from); end !== -1 && end < at; end = text.indexOf("\n", from)) {
      readFence(text.slice(line, end), fences);
      [line, from, ticks] = [end + 1, end + 1, ""];
    }
    if (fences.at(-1)?.code) return true;
    // A run of backticks may continue after the position, so it is read again with the next position.
    let end = at;
    while (end > from && text[end - 1] === "`") end -= 1;
    for (const [run] of text.slice(from, end).matchAll(/`+/g)) ticks = afterRun(run);
    from = end;
    return (end === at ? ticks : afterRun(text.slice(end, at))) !== "";
  };
}

/** Opens or closes a block if the line is a fence. */
function readFence(line: string, open: { readonly mark: string; readonly code: boolean }[]): void {
  const [, mark, info = ""] = fenceLine.exec(line) ?? [];
  if (mark === undefined) return;
  const innermost = open.at(-1);
  const closes = innermost !== undefined && info.trim() === "" && mark.startsWith(innermost.mark);
  if (closes) open.pop();
  else if (!innermost?.code) open.push({ mark, code: !markdownFences.test(info.trim()) });
}
