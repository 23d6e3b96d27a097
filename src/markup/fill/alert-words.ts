/** The characters that may stand right before an alert word; clients highlight by the same. */
const before = /[\s("'.,;[*`>]/;
/** The characters that may stand right after an alert word. */
const after = /[\s)"'?:.,;\]!*`]/;

function contains(content: string, word: string): boolean {
  for (let start = content.indexOf(word); start >= 0; start = content.indexOf(word, start + 1)) {
    const end = start + word.length;
    const freeBefore = start === 0 || before.test(content.charAt(start - 1));
    if (freeBefore && (end === content.length || after.test(content.charAt(end)))) return true;
  }
  return false;
}

/** The alert words that stand in a source as words of their own, also in code (markdown.md 2, "Alert words"). */
export function alertWordsIn(content: string, words: Iterable<string>): string[] {
  const text = content.toLowerCase();
  return [...words].filter((word) => word !== "" && contains(text, word.toLowerCase()));
}
