/** Makes a text run from right to left, by U+202E before it and U+202C after it. */
const mirror = (text: string) => `\u202e${text}\u202c`;

/** Turns all that a catalog says from right to left. A text that is not turned did not come from a catalog. */
export function mirrored(words: unknown): unknown {
  if (typeof words === "string") return mirror(words);
  if (typeof words === "function") return Object.assign((...values: unknown[]) => mirrored(words(...values)), words);
  if (Array.isArray(words)) return words.map(mirrored);
  return Object.fromEntries(Object.entries(words as object).map(([key, one]) => [key, mirrored(one)]));
}
