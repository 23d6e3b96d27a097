// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is to be removed
const controls = /[\0-\x08\v\f\x0e-\x1f\x7f]/g;

/** Normalizes line ends to `\n`, and removes control characters, which HTML can't contain. */
export function cleanSource(source: string): string {
  return source.toWellFormed().replace(/\r\n?/g, "\n").replace(controls, "");
}
