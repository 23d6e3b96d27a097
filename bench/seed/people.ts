import type { Account } from "../load/requests.ts";
import type { Random } from "./random.ts";
import { Zipf } from "./random.ts";
import { word } from "./vocabulary.ts";

export interface Size {
  readonly users: number;
  readonly channels: number;
  readonly messages: number;
}

export interface Channel {
  readonly name: string;
  readonly isPrivate: boolean;
  /** Indexes into the list of people, which starts with the most talkative. */
  readonly members: readonly number[];
}

/** The number of channels that everyone is subscribed to. They come first. */
const FOR_ALL = 3;
const MIN_MEMBERS = 5;

/**
 * Returns channels and their subscribers. The lower the rank, the fewer subscribers. With ten thousand people and a
 * thousand channels, each person is subscribed to about thirty.
 */
export function channelsOf({ users, channels }: Size, random: Random): Channel[] {
  return Array.from({ length: channels }, (_, rank) => {
    const isForAll = rank < FOR_ALL;
    const share = isForAll ? 1 : (rank + 1) ** -0.7;
    const count = Math.min(users, Math.max(MIN_MEMBERS, Math.round(users * share)));
    return {
      name: `${word(rank * 7)} ${rank}`,
      isPrivate: !isForAll && rank % 10 === 9,
      members: isForAll ? Array.from({ length: users }, (_, place) => place) : some(count, users, random),
    };
  });
}

/** Returns distinct random numbers below a bound, in ascending order. Small numbers are likelier than large ones. */
export function some(count: number, bound: number, random: Random): number[] {
  const zipf = new Zipf(bound, 0.3);
  const picked = new Set<number>();
  while (picked.size < count) picked.add(zipf.pick(random));
  return [...picked].sort((a, b) => a - b);
}

/** An organization filled for the bench, in its data directory. */
export interface Organization {
  readonly data: string;
  readonly size: Size;
  /** All users, the most talkative first. */
  readonly people: readonly Account[];
  /** All channels, the busiest first. */
  readonly channels: readonly (Channel & { readonly id: number })[];
}
