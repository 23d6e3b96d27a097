/**
 * Ids in the archive. Each kind has its own range, far from the others, so that an id of the wrong kind never exists.
 */
export const ids = {
  user: (index: number) => 1000 + index,
  bot: (index: number) => 1900 + index,
  group: (index: number) => 2000 + index,
  channel: (index: number) => 3000 + index,
  emoji: (index: number) => 4000 + index,
  field: (index: number) => 4100 + index,
  folder: (index: number) => 4200 + index,
  file: (index: number) => 5000 + index,
  /** There are gaps between the ids, as deleted messages leave them. */
  message: (index: number) => 10_000 + 3 * index,
};

export const BASE = 1_600_000_000;
export const LATER = 4_000_000_000;

export interface Size {
  readonly people: number;
  readonly channels: number;
  readonly messages: number;
  readonly uploads: number;
}

export const range = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
