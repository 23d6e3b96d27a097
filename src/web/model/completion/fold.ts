/** The form of a text for comparing: without case, accents and compatibility forms, so that "zoe" finds "Zoë". */
export function fold(text: string): string {
  const plain = text.toLowerCase();
  // Most names are ASCII, which needs no normalization.
  if (!/[^\p{ASCII}]/u.test(plain)) return plain;
  return plain.normalize("NFKD").replace(/\p{M}/gu, "");
}
