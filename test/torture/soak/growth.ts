import { Violation } from "../frame/part.ts";

/** Sizes at the end of a week: rows by table, and memory. */
export type Sizes = Readonly<Record<string, number>>;

/** Expected growth per week. */
const GROWS: Sizes = {
  // Reminders become direct messages, which are kept.
  message_index: 2,
  personal_flags: 2,
  // An index of the hours in which anything was sent.
  message_hours: 6,
  // Each unsubscription and subscription starts another span.
  subscription_spans: 2,
  // The name of a deleted topic is kept.
  topics: 1,
  "(MB)": 8,
};
/** How much a size can vary without counting as growth. */
const FLUCTUATION = 6;
const FLUCTUATION_MB = 80;

/** Throws if a size has grown over the weeks by more than expected, although every week is the same. */
export function checkGrowth(weeks: readonly Sizes[]): void {
  const half = Math.ceil(weeks.length / 2);
  const names = Object.keys(weeks.at(-1) ?? {});
  const grown = names.flatMap((name) => {
    const all = weeks.map((week) => week[name] ?? 0);
    const [before, after] = [Math.max(...all.slice(0, half)), Math.max(...all.slice(half))];
    const most = (GROWS[name] ?? 0) * (weeks.length - half) + (name === "(MB)" ? FLUCTUATION_MB : FLUCTUATION);
    return after - before > most ? [`${name}: ${all.join(", ")}`] : [];
  });
  if (grown.length > 0) throw new Violation("what every week does alike takes more and more room", grown);
}
