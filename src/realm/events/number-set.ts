/**
 * A set of integers stored as sorted range boundaries: the first is the smallest member, the second the first
 * non-member after it, and so on. A set of long ranges takes few boundaries, regardless of its size.
 */
export type NumberSet = Uint32Array;

export const NO_NUMBERS: NumberSet = new Uint32Array();

export const includes = (set: NumberSet, number: number): boolean => firstAbove(set, number) % 2 === 1;

export function setOf(numbers: ArrayLike<number>): NumberSet {
  const edges: number[] = [];
  for (let index = 0; index < numbers.length; index++) {
    const number = numbers[index] as number;
    if (edges.at(-1) === number) edges.pop();
    else edges.push(number);
    edges.push(number + 1);
  }
  return Uint32Array.from(edges);
}

/**
 * Returns the smallest set whose intersection with `all` is exactly these numbers. It can contain numbers that aren't
 * in `all`, but none beyond its last. Both must be ascending.
 */
export function setAmong(numbers: Uint32Array, all: Uint32Array): NumberSet {
  const edges: number[] = [];
  let place = 0;
  for (let index = 0; index < numbers.length; ) {
    const first = numbers[index] as number;
    edges.push(first);
    if (all[place] !== first) place = firstAbove(all, first) - 1;
    do {
      place += 1;
      index += 1;
    } while (index < numbers.length && all[place] === numbers[index]);
    edges.push(place < all.length ? (all[place] as number) : (all[place - 1] as number) + 1);
  }
  return Uint32Array.from(edges);
}

/**
 * Returns the smallest set whose symmetric difference with `base` contains exactly these numbers of `all`. Numbers
 * outside `all` don't matter.
 */
export function differenceFrom(base: NumberSet, numbers: Uint32Array, all: Uint32Array): NumberSet {
  const edges: number[] = [];
  let [member, edge, differs] = [0, 0, false];
  for (const number of all) {
    while (edge < base.length && (base[edge] as number) <= number) edge += 1;
    const isMember = numbers[member] === number;
    if (isMember) member += 1;
    if ((isMember !== (edge % 2 === 1)) === differs) continue;
    differs = !differs;
    edges.push(number);
  }
  if (differs) edges.push((all.at(-1) ?? 0) + 1);
  return Uint32Array.from(edges);
}

export function differing(one: NumberSet, other: NumberSet): NumberSet {
  if (one.length === 0) return other;
  const edges: number[] = [];
  let [left, right] = [0, 0];
  while (left < one.length || right < other.length) {
    const [a, b] = [one[left] ?? Number.POSITIVE_INFINITY, other[right] ?? Number.POSITIVE_INFINITY];
    if (a !== b) edges.push(Math.min(a, b));
    if (a <= b) left += 1;
    if (b <= a) right += 1;
  }
  return Uint32Array.from(edges);
}

/** Yields a set's members that are in `all`, which must be ascending. */
export function* membersAmong(set: NumberSet, all: Uint32Array): Iterable<number> {
  for (let edge = 0; edge < set.length; edge += 2) {
    const end = set[edge + 1] as number;
    for (let place = firstAbove(all, (set[edge] as number) - 1); place < all.length; place++) {
      const number = all[place] as number;
      if (number >= end) break;
      yield number;
    }
  }
}

export function encodedLength(set: NumberSet): number {
  let length = 0;
  let last = 0;
  for (const edge of set) {
    for (let step = edge - last; step >= 128; step = Math.floor(step / 128)) length += 1;
    length += 1;
    last = edge;
  }
  return length;
}

/** Encodes a set: the differences between its boundaries as variable-length integers (LEB128). */
export function encodeSet(set: NumberSet): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(encodedLength(set));
  let [at, last] = [0, 0];
  for (const edge of set) {
    let step = edge - last;
    for (; step >= 128; step = Math.floor(step / 128)) bytes[at++] = (step % 128) + 128;
    bytes[at++] = step;
    last = edge;
  }
  return bytes;
}

export function decodeSet(bytes: Uint8Array): NumberSet | null {
  const edges: number[] = [];
  let [last, step, factor] = [0, 0, 1];
  for (const byte of bytes) {
    step += (byte % 128) * factor;
    factor *= 128;
    if (byte >= 128) continue;
    last += step;
    if (last > 0xffffffff) return null;
    edges.push(last);
    [step, factor] = [0, 1];
  }
  return factor === 1 && edges.length % 2 === 0 ? Uint32Array.from(edges) : null;
}

/**
 * Returns the index of the first element above a number in an ascending array, optionally only in its first `length`
 * elements.
 */
export function firstAbove(ascending: Uint32Array, number: number, length = ascending.length): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) <= number) low = middle + 1;
    else high = middle;
  }
  return low;
}
