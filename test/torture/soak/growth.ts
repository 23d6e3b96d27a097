import { Violation } from "../frame/part.ts";

/** How large each thing is: rows by table, and what is in memory. */
export type Sizes = Readonly<Record<string, number>>;

/** By how much a thing may be larger in the second half of the time than in the first. */
const MOST_FACTOR = 1.25;
const MOST_MORE = 12;
const MOST_MORE_MB = 120;

/** Throws where something has grown from lap to lap, although every lap is the same. */
export function checkGrowth(laps: readonly Sizes[]): void {
  const names = Object.keys(laps.at(-1) ?? {});
  const grown = names.flatMap((name) => {
    const all = laps.map((lap) => lap[name] ?? 0);
    const half = Math.ceil(all.length / 2);
    const [before, after] = [Math.max(...all.slice(0, half)), Math.max(...all.slice(half))];
    const slack = name === "(MB)" ? MOST_MORE_MB : Math.min(MOST_MORE, all.length - 1);
    return after > before * MOST_FACTOR + slack ? [`${name}: ${all.join(", ")}`] : [];
  });
  if (grown.length > 0) throw new Violation("what every lap does alike takes more and more room", grown);
}
