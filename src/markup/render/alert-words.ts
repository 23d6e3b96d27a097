/** Characters allowed right before an alert word. Clients highlight by the same rule. */
const before = /[\s("'.,;[*`>]/;
/** Characters allowed right after an alert word. */
const after = /[\s)"'?:.,;\]!*`]/;

function contains(content: string, word: string): boolean {
  for (let start = content.indexOf(word); start >= 0; start = content.indexOf(word, start + 1)) {
    const end = start + word.length;
    const freeBefore = start === 0 || before.test(content.charAt(start - 1));
    if (freeBefore && (end === content.length || after.test(content.charAt(end)))) return true;
  }
  return false;
}

/**
 * Returns the alert words that occur in a source as separate words, including in code (markdown.md 2, "Alert words").
 */
export function alertWordsIn(content: string, words: Iterable<string>): string[] {
  const text = content.toLowerCase();
  return [...words].filter((word) => word !== "" && contains(text, word.toLowerCase()));
}
