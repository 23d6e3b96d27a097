/** Reverses a text's direction with U+202E and U+202C. */
const mirror = (text: string) => `\u202e${text}\u202c`;

/** Reverses all texts of a catalog. Any text on the page that isn't reversed doesn't come from a catalog. */
export function mirrored(words: unknown): unknown {
  if (typeof words === "string") return mirror(words);
  if (typeof words === "function") return Object.assign((...values: unknown[]) => mirrored(words(...values)), words);
  if (Array.isArray(words)) return words.map(mirrored);
  return Object.fromEntries(Object.entries(words as object).map(([key, one]) => [key, mirrored(one)]));
}
