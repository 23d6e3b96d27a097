/** How often somebody has gone somewhere, of late. */
interface Habit {
  /** The last time, in milliseconds since 1970. */
  readonly at: number;
  /** One for each time, which halves in a week. */
  readonly weight: number;
}

/** By what was gone to, the latest last. */
export type Habits = ReadonlyMap<string, Habit>;

const MOST = 300;
const HALVES_AFTER = 7 * 24 * 3_600_000;

export const weightAt = ({ at, weight }: Habit, now: number): number =>
  weight * 0.5 ** (Math.max(0, now - at) / HALVES_AFTER);

/** The habits of somebody who now goes there. */
export function practised(habits: Habits, key: string, now: number): Habits {
  const before = habits.get(key);
  const next = new Map(habits);
  next.delete(key);
  next.set(key, { at: now, weight: 1 + (before === undefined ? 0 : weightAt(before, now)) });
  // Whatever is forgotten is what was gone to the longest ago.
  for (const oldest of next.keys()) {
    if (next.size <= MOST) break;
    next.delete(oldest);
  }
  return next;
}
