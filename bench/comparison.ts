import { median } from "./load/closed-loop.ts";

/** Figures of the server and of the floor, by name. */
export interface Compared<Key extends string> {
  readonly ours: Record<Key, number>;
  readonly floor: Record<Key, number>;
  /** The median of the rounds' ratios. Other load on the machine affects both sides of a round alike. */
  readonly ratio: Record<Key, number>;
}

/** Runs both sides alternately, after one warm-up round of each. */
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
