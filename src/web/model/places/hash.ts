/** An operand of an address: percent-encoded, with `.` instead of `%`. */
export const encodeOperand = (text: string): string =>
  encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");

/** Decodes an operand; undefined if it is malformed. */
export function decodeOperand(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded.replaceAll(".", "%"));
  } catch {
    return undefined;
  }
}

/** An id and a name, which is there for people to read. */
export const slugOf = (id: number | string, name: string): string =>
  `${id}-${encodeOperand(name.replaceAll(" ", "-"))}`;
