// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
const controls = /[\0-\x08\v\f\x0e-\x1f\x7f]/g;

/** The source with plain line ends, without characters that HTML cannot carry. */
export function cleanSource(source: string): string {
  return source.toWellFormed().replace(/\r\n?/g, "\n").replace(controls, "");
}
