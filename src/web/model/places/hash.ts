/** An operand of an address: percent-encoded, with `.` in the place of `%`. */
export const encodeOperand = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");

/** Undefined where it is not well encoded. Browsers may have encoded it once more. */
export function decodeOperand(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll(".", "%"));
  } catch {
    return undefined;
  }
}

/** An id with a name, which is there for people to read. */
export const slugOf = (id: number | string, name: string): string =>
  `${id}-${encodeOperand(name.replaceAll(" ", "-"))}`;
