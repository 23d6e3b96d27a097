/** Gives the texts of a translation the names that they have in English (src/cli/build-web-client/translations.ts). */
export function named(english: unknown, texts: unknown): unknown {
  if (!Array.isArray(texts) || Array.isArray(english)) return texts ?? english;
  return Object.fromEntries(
    Object.entries(english as object).map(([name, text], index) => [name, named(text, texts[index])]),
  );
}
