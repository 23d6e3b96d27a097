const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/** Marks the user's alert words as the server matches them: whole words, in upper or lower case. */
export function markAlertWords(root: HTMLElement, alertWords: readonly string[]): void {
  if (alertWords.length === 0) return;
  // The longest come first, because matches do not overlap.
  const any = [...alertWords].sort((a, b) => b.length - a.length).map((word) => word.replace(SPECIAL, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${any.join("|")})(?![\\p{L}\\p{N}_])`, "giu");
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.data.search(pattern) >= 0 && !isHidden(node)) found.push(node);
  }
  for (const text of found) text.replaceWith(...marked(text.data, pattern));
}

/** Whether a text must not be changed, such as the hidden source of a formula or a mention. */
const isHidden = (text: Text) => text.parentElement?.closest(".katex, .emoji, .user-mention") != null;

function marked(text: string, pattern: RegExp): (string | HTMLElement)[] {
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const mark = document.createElement("span");
    mark.className = "alert-word";
    mark.textContent = match[0];
    parts.push(text.slice(end, match.index), mark);
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}
