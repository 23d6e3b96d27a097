/** The recent visits to a destination. */
interface Habit {
  /** The time of the last visit, in milliseconds since 1970. */
  readonly at: number;
  /** The sum of one for each visit; the weight of a visit halves in a week. */
  readonly weight: number;
}

/** The habits by destination, the latest visited last. */
export type Habits = ReadonlyMap<string, Habit>;

const MOST_HABITS = 300;
const HALF_LIFE_MS = 7 * 24 * 3_600_000;

export const weightAt = ({ at, weight }: Habit, now: number): number =>
  weight * 0.5 ** (Math.max(0, now - at) / HALF_LIFE_MS);

/** The habits after another visit to a destination. */
export function practised(habits: Habits, key: string, now: number): Habits {
  const before = habits.get(key);
  const next = new Map(habits);
  next.delete(key);
  next.set(key, { at: now, weight: 1 + (before === undefined ? 0 : weightAt(before, now)) });
  // The destinations that were visited longest ago are dropped.
  for (const oldest of next.keys()) {
    if (next.size <= MOST_HABITS) break;
    next.delete(oldest);
  }
  return next;
}
