/** What may stand right before and right after an alert word; clients highlight by the same characters. */
const before = /[\s("'.,;[*`>]/;
const after = /[\s)"'?:.,;\]!*`]/;

function contains(content: string, word: string): boolean {
  for (let start = content.indexOf(word); start >= 0; start = content.indexOf(word, start + 1)) {
    const end = start + word.length;
    const freeBefore = start === 0 || before.test(content.charAt(start - 1));
    if (freeBefore && (end === content.length || after.test(content.charAt(end)))) return true;
  }
  return false;
}

/** Those of the words that the source contains on their own, code included (markdown.md 2, "Alert words"). */
export function alertWordsIn(content: string, words: Iterable<string>): string[] {
  const text = content.toLowerCase();
  return [...words].filter((word) => word !== "" && contains(text, word.toLowerCase()));
}
