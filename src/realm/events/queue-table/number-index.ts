const FREE = 0;
/** Marks an ended queue's place. Entries with the same hash may follow it. */
const TOMBSTONE = 0xffffffff;
const FIRST_ROOM = 16;

/** A hash index of queues. It takes about eight bytes per queue, while a Map takes forty. */
export class NumberIndex {
  /** Each number is at the place of its hash, or at the next free one. */
  #places = new Uint32Array(FIRST_ROOM);
  /** Number of places that aren't free. */
  #taken = 0;

  /** @param each must call back with the hash and number of everything in the index */
  constructor(private readonly each: (enter: (hash: number, number: number) => void) => void) {}

  /** Returns the number with this hash for which `is` returns true, or 0. */
  find(hash: number, is: (number: number) => boolean): number {
    return this.#places[this.#placeOf(hash, is)] as number;
  }

  /** Adds a number that `each` doesn't report yet. */
  add(hash: number, number: number): void {
    if ((this.#taken + 1) * 4 > this.#places.length * 3) this.#remake();
    this.#enter(hash, number);
  }

  replace(hash: number, number: number, by: number): void {
    const place = this.#placeOf(hash, (found) => found === number);
    if (this.#places[place] === number) this.#places[place] = by;
  }

  delete(hash: number, number: number): void {
    this.replace(hash, number, TOMBSTONE);
  }

  /** Returns the place of a number, or the free place where its search ends. */
  #placeOf(hash: number, is: (number: number) => boolean): number {
    const mask = this.#places.length - 1;
    for (let place = mixed(hash) & mask; ; place = (place + 1) & mask) {
      const number = this.#places[place] as number;
      if (number === FREE || (number !== TOMBSTONE && is(number))) return place;
    }
  }

  #enter(hash: number, number: number): void {
    this.#places[this.#placeOf(hash, () => false)] = number;
    this.#taken += 1;
  }

  /** Rebuilds the index without deleted entries, with room to double. */
  #remake(): void {
    let count = 0;
    this.each(() => {
      count += 1;
    });
    let room = FIRST_ROOM;
    while (room < (count + 1) * 2) room *= 2;
    this.#places = new Uint32Array(room);
    this.#taken = 0;
    this.each((hash, number) => this.#enter(hash, number));
  }
}

function mixed(hash: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), 0x2c1b3c6d);
  return (half ^ (half >>> 13)) >>> 0;
}
