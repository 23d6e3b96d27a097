const FIRST_ROOM = 64;

/** The numbers of the queues that there are, ascending, four bytes each. */
export class QueueNumbers {
  #numbers = new Uint32Array(FIRST_ROOM);
  #size = 0;
  /** The numbers of queues that have ended and are still among the others. */
  #ended: number[] = [];

  /** Takes note of a queue, whose number is above all others. */
  add(number: number): void {
    if (this.#size === this.#numbers.length) {
      const larger = new Uint32Array(this.#size * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#size] = number;
    this.#size += 1;
  }

  /** Takes note that a queue has ended. */
  remove(number: number): void {
    this.#ended.push(number);
  }

  get size(): number {
    return this.#size - this.#ended.length;
  }

  /** All of them; good until the next change. */
  get all(): Uint32Array {
    if (this.#ended.length > 0) this.#removeEnded();
    return this.#numbers.subarray(0, this.#size);
  }

  /** Together, when they are asked for: each moves those after it. */
  #removeEnded(): void {
    const ended = Uint32Array.from(this.#ended).sort();
    let [kept, next] = [0, 0];
    for (const number of this.#numbers.subarray(0, this.#size)) {
      if (number === ended[next]) next += 1;
      else this.#numbers[kept++] = number;
    }
    this.#size = kept;
    this.#ended = [];
  }
}
