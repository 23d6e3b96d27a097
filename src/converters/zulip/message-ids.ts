const MAX_MESSAGE_ID = 0xffff_ffff;
/** Leaves room for the additional messages that long messages are split into. */
const RESERVE = 100_000_000;

/**
 * A compact map from all message ids to their new ids. Ids stay the same, unless a message is older than another one
 * with a lower id, or is split into several.
 */
export class MessageIds {
  #ids = new Float64Array(1024);
  /** Each message's channel if that channel doesn't share its history, otherwise 0. */
  #channels = new Uint32Array(1024);
  #count = 0;
  /** Messages that arrived after one with a higher id, as a map from id to channel. */
  readonly #late = new Map<number, number>();
  #newIds: Float64Array | undefined;
  readonly #parts = new Map<number, number>();
  #lastTime = 0;
  #needsOrder = false;

  /** Adds a message, in arrival order. Returns false if its id is a duplicate. */
  add(id: number, { sentAt, channel, parts }: { sentAt: number; channel: number; parts: number }): boolean {
    const highest = this.#count === 0 ? 0 : (this.#ids[this.#count - 1] ?? 0);
    if (id <= highest && (this.#late.has(id) || this.#find(id) >= 0)) return false;
    if (id < highest || sentAt < this.#lastTime || parts > 1 || id > MAX_MESSAGE_ID - RESERVE) this.#needsOrder = true;
    this.#lastTime = sentAt;
    if (parts > 1) this.#parts.set(id, parts);
    if (id < highest) this.#late.set(id, channel);
    else this.#push(id, channel);
    return true;
  }

  /** True if ids change and must be assigned. */
  get needsOrder(): boolean {
    return this.#needsOrder;
  }

  /** Assigns ids in chronological order, each as close to the original as the previous ones allow. */
  async assign(inOrder: AsyncIterable<number>): Promise<void> {
    this.#insertLate();
    const newIds = new Float64Array(this.#count);
    const shift = (this.#ids[this.#count - 1] ?? 0) > MAX_MESSAGE_ID - RESERVE ? (this.#ids[0] ?? 1) - 1 : 0;
    let [next, rank] = [1, 0];
    for await (const id of inOrder) {
      const newId = Math.max(next, (this.#ids[rank] ?? 0) - shift);
      newIds[this.#find(id)] = newId;
      next = newId + this.partsOf(id);
      rank += 1;
    }
    this.#newIds = newIds;
  }

  newId(id: number): number | undefined {
    const at = this.#find(id);
    if (at < 0) return undefined;
    return this.#newIds === undefined ? id : this.#newIds[at];
  }

  /** Returns how many messages this one is split into. Their ids are consecutive. */
  partsOf(id: number): number {
    return this.#parts.get(id) ?? 1;
  }

  closedChannelOf(id: number): number {
    return this.#channels[this.#find(id)] ?? 0;
  }

  #push(id: number, channel: number): void {
    if (this.#count === this.#ids.length) {
      const [ids, channels] = [new Float64Array(this.#count * 2), new Uint32Array(this.#count * 2)];
      ids.set(this.#ids);
      channels.set(this.#channels);
      [this.#ids, this.#channels] = [ids, channels];
    }
    this.#ids[this.#count] = id;
    this.#channels[this.#count] = channel;
    this.#count += 1;
  }

  #insertLate(): void {
    const [ids, channels, count] = [this.#ids, this.#channels, this.#count];
    const late = [...this.#late].sort(([a], [b]) => a - b);
    [this.#ids, this.#channels, this.#count] = [new Float64Array(1024), new Uint32Array(1024), 0];
    let next = 0;
    const pushLate = (below: number) => {
      for (let one = late[next]; one !== undefined && one[0] < below; one = late[next]) {
        this.#push(...one);
        next += 1;
      }
    };
    for (let at = 0; at < count; at++) {
      pushLate(ids[at] ?? 0);
      this.#push(ids[at] ?? 0, channels[at] ?? 0);
    }
    pushLate(Number.POSITIVE_INFINITY);
    this.#late.clear();
  }

  #find(id: number): number {
    let [low, high] = [0, this.#count - 1];
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.#ids[middle] ?? 0;
      if (found === id) return middle;
      if (found < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}
