/** Approximate characters per token. */
const CHARACTERS = 4;

export const charactersFor = (tokens: number): number => tokens * CHARACTERS;

/** A range of a list's indexes: the first, and the one after the last. */
type Range = readonly [from: number, to: number];

/** Returns the range of lines around a given one that fit into `most` characters, nearest first. */
export function fitting(lines: readonly string[], most: number, around: number): Range {
  let [from, to, left] = [around, around, most];
  const fits = (index: number): boolean => {
    const line = lines[index];
    if (line === undefined || line.length + 1 > left) return false;
    left -= line.length + 1;
    return true;
  };
  for (let [isUp, isDown] = [true, true]; isUp || isDown; ) {
    isDown &&= fits(to);
    if (isDown) to += 1;
    isUp &&= fits(from - 1);
    if (isUp) from -= 1;
  }
  return [from, to];
}

export const fittingFirst = (lines: readonly string[], most: number): readonly string[] =>
  lines.slice(0, fitting(lines, most, 0)[1]);
