import { Violation } from "../frame/part.ts";

/** How large each thing is: rows by table, and what is in memory. */
export type Sizes = Readonly<Record<string, number>>;

/** What grows as it should, and by how much a lap. */
const GROWS: Sizes = {
  // The reminders, which their readers keep.
  message_index: 2,
  personal_flags: 2,
  // An index of hours in which anything was sent.
  message_hours: 6,
  // Whoever leaves and comes back has not received what was sent between.
  subscription_spans: 2,
  // Of a topic that was deleted its name stays.
  topics: 1,
  "(MB)": 8,
};
/** By so much a thing goes up and down. */
const TIDE = 6;
const TIDE_MB = 80;

/** Throws where something has grown from lap to lap, although every lap is the same. */
export function checkGrowth(laps: readonly Sizes[]): void {
  const half = Math.ceil(laps.length / 2);
  const names = Object.keys(laps.at(-1) ?? {});
  const grown = names.flatMap((name) => {
    const all = laps.map((lap) => lap[name] ?? 0);
    const [before, after] = [Math.max(...all.slice(0, half)), Math.max(...all.slice(half))];
    const most = (GROWS[name] ?? 0) * (laps.length - half) + (name === "(MB)" ? TIDE_MB : TIDE);
    return after - before > most ? [`${name}: ${all.join(", ")}`] : [];
  });
  if (grown.length > 0) throw new Violation("what every lap does alike takes more and more room", grown);
}
