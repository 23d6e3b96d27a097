// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
const controls = /[\0-\x08\v\f\x0e-\x1f\x7f]/g;

/** A source with `\n` as line ends, and without control characters, which HTML cannot contain. */
export function cleanSource(source: string): string {
  return source.toWellFormed().replace(/\r\n?/g, "\n").replace(controls, "");
}
