/** The number of code points, by which the server counts the length of a message. */
export function lengthOf(text: string): number {
  let length = text.length;
  // A pair of surrogates is one code point.
  for (const _ of text.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)) length -= 1;
  return length;
}
