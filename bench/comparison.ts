import { median } from "./load/closed-loop.ts";

export interface Compared<Key extends string> {
  /** The median over the rounds, of each number that a side has found. */
  readonly ours: Record<Key, number>;
  readonly floor: Record<Key, number>;
  /** The median of what one was of the other in each round: a machine that others use is fair to neighbours. */
  readonly ratio: Record<Key, number>;
}

/** Rounds of the one and the other, in turns, after one of each that does not count. */
export async function compare<Key extends string>(
  rounds: number,
  sides: Record<"ours" | "floor", () => Promise<Record<Key, number>>>,
  tell: (what: string) => void,
): Promise<Compared<Key>> {
  tell("warming up");
  await sides.floor();
  await sides.ours();
  const found: { ours: Record<Key, number>; floor: Record<Key, number> }[] = [];
  for (let round = 1; round <= rounds; round++) {
    tell(`round ${round} of ${rounds}`);
    const floor = await sides.floor();
    found.push({ floor, ours: await sides.ours() });
  }
  const keys = Object.keys(found[0]?.ours ?? {}) as Key[];
  const each = (of: (key: Key) => number) =>
    Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, number>;
  return {
    ours: each((key) => median(found.map(({ ours }) => ours[key]))),
    floor: each((key) => median(found.map(({ floor }) => floor[key]))),
    ratio: each((key) => median(found.map(({ ours, floor }) => ours[key] / floor[key]))),
  };
}
