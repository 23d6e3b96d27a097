import type { WireStatistics } from "../../../wire-types.ts";

export const MESSAGE_KINDS = ["public_channels", "private_channels", "direct", "group_direct"] as const;
type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Number of people active on a day, and within the 7 and 30 days ending with it. */
type ActivePeople = NonNullable<StatisticsDay["active_people"]>;

/** One day's statistics, in UTC. */
export type StatisticsDay = WireStatistics["days"][number];

/** A bar of a chart: one day or several consecutive ones. */
export interface Span {
  /** The first and last date. */
  readonly from: string;
  readonly to: string;
  readonly messages: Readonly<Record<MessageKind, number>>;
  readonly byBots: number;
  /** The highest values of the span's days, or null if none are known. */
  readonly people: ActivePeople | null;
}

/** More bars than this would be too thin. */
const MAX_BARS = 100;

/**
 * Returns the days since the organization was created, in spans of 1, 7 or 28 days to limit the number of bars.
 * `founded` is in seconds since 1970.
 */
export function spansOf(days: readonly StatisticsDay[], founded: number): readonly Span[] {
  const first = new Date(founded * 1000).toISOString().slice(0, 10);
  const present = days.filter(({ date }) => date >= first);
  const step = [1, 7, 28].find((length) => present.length / length <= MAX_BARS) ?? 28;
  const spans: Span[] = [];
  // Counts from the end, so that the newest bar is complete. The oldest days are omitted if they don't fill a bar.
  for (let end = present.length; end >= step; end -= step) {
    const some = present.slice(end - step, end);
    const [from, to] = [some[0]?.date ?? "", some.at(-1)?.date ?? ""];
    const people = mostOf(some.flatMap(({ active_people }) => active_people ?? []));
    const sum = (count: (day: StatisticsDay) => number) => some.reduce((total, day) => total + count(day), 0);
    const messages = Object.fromEntries(MESSAGE_KINDS.map((kind) => [kind, sum((day) => day.messages[kind])]));
    spans.push({
      ...{ from, to, people },
      messages: messages as Record<MessageKind, number>,
      byBots: sum((day) => day.messages_by_bots),
    });
  }
  return spans.reverse();
}

function mostOf(all: readonly ActivePeople[]): ActivePeople | null {
  const most = (within: keyof ActivePeople) => Math.max(...all.map((one) => one[within]));
  return all.length === 0 ? null : { day: most("day"), week: most("week"), month: most("month") };
}

/** Returns a round maximum for a scale. Half of it, for the middle label, is round, too. */
export function scaleFor(most: number): number {
  if (most <= 5) return 5;
  const power = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 3, 4, 5, 6, 8, 10].find((step) => step * power >= most) ?? 10) * power;
}
