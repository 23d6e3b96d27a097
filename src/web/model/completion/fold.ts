/** A text as it is compared: without case, accents and compatibility forms, so that "Zoë" is found by "zoe". */
export function fold(text: string): string {
  const plain = text.toLowerCase();
  // Most names are ASCII, for which there is nothing more to do.
  if (!/[^\p{ASCII}]/u.test(plain)) return plain;
  return plain.normalize("NFKD").replace(/\p{M}/gu, "");
}
