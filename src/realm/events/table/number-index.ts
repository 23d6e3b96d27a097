const FREE = 0;
/** A place whose queue has ended: what was entered after it, and has the same hash, is found behind it. */
const TOMBSTONE = 0xffffffff;
const FIRST_ROOM = 16;

/** Queues by a hash of something that they have: some eight bytes each, where a Map takes forty. */
export class NumberIndex {
  /** The numbers, each at the place of its hash or at the next one that was free. */
  #places = new Uint32Array(FIRST_ROOM);
  /** The places that are not free. */
  #taken = 0;

  /** @param each tells the hashes and the numbers of all that the index has to have */
  constructor(private readonly each: (enter: (hash: number, number: number) => void) => void) {}

  /** The number with this hash of which `is` holds; 0 where there is none. */
  find(hash: number, is: (number: number) => boolean): number {
    return this.#places[this.#placeOf(hash, is)] as number;
  }

  /** Enters a number that `each` does not tell yet. */
  add(hash: number, number: number): void {
    if ((this.#taken + 1) * 4 > this.#places.length * 3) this.#remake();
    this.#enter(hash, number);
  }

  /** Has one number take the place of another. */
  replace(hash: number, number: number, by: number): void {
    const place = this.#placeOf(hash, (found) => found === number);
    if (this.#places[place] === number) this.#places[place] = by;
  }

  delete(hash: number, number: number): void {
    this.replace(hash, number, TOMBSTONE);
  }

  /** The place of a number, or else the free one at which a search for it ends. */
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

  /** Makes the index anew, without what is gone, and with room for as many again. */
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
