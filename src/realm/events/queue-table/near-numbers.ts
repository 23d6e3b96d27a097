const HALF = 2 ** 31;

/**
 * Integers in four bytes each, stored as offsets from a base just below the first. If a number doesn't fit, all of them
 * take eight bytes from then on.
 */
export class NearNumbers {
  #base: number | undefined;
  #values: Uint32Array | Float64Array;

  constructor(room: number) {
    this.#values = new Uint32Array(room);
  }

  get bytes(): number {
    return this.#values.byteLength;
  }

  at(index: number): number {
    return (this.#base ?? 0) + (this.#values[index] as number);
  }

  set(index: number, value: number): void {
    this.#base ??= Math.max(0, Math.floor(value) - HALF);
    const difference = value - this.#base;
    if (difference !== difference >>> 0 && this.#values instanceof Uint32Array) this.#widen();
    this.#values[index] = value - this.#base;
  }

  /** Makes room for more numbers, which are initially 0. */
  grow(room: number): void {
    const { length } = this.#values;
    const larger = this.#values instanceof Uint32Array ? new Uint32Array(room) : new Float64Array(room);
    larger.set(this.#values);
    this.#values = larger;
    for (let index = length; index < room; index++) this.set(index, 0);
  }

  #widen(): void {
    const base = this.#base ?? 0;
    this.#values = Float64Array.from(this.#values, (difference) => base + difference);
    this.#base = 0;
  }
}
