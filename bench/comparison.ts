import { median } from "./load/closed-loop.ts";

/** The figures of two sides, by name. */
export interface Compared<Key extends string> {
  /** The median of each figure over the rounds. */
  readonly ours: Record<Key, number>;
  readonly floor: Record<Key, number>;
  /** The median of the rounds' ratios: both sides of a round suffer alike when others use the machine. */
  readonly ratio: Record<Key, number>;
}

/** Runs rounds of both sides alternately, after one of each that does not count. */
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
