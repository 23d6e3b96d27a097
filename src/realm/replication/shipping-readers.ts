/** How long a reader waits for D1 to catch up before it is refused. */
const READER_TIMEOUT_MS = 4000;

interface Reader {
  /** The newest unshipped row that the reader waits for. */
  readonly seq: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** Requests waiting until D1 has everything that the realm had when they arrived. */
export class ShippingReaders {
  #waiting: Reader[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  wait(seq: number, unavailable: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reader.reject(unavailable()), READER_TIMEOUT_MS);
      const done = (act: () => void) => {
        clearTimeout(timer);
        this.#waiting = this.#waiting.filter((other) => other !== reader);
        act();
      };
      const reader: Reader = {
        seq,
        resolve: () => done(resolve),
        reject: (error) => done(() => reject(error)),
      };
      this.#waiting.push(reader);
    });
  }

  /** Lets readers continue once all their rows have reached D1. */
  release(isThrough: (seq: number) => boolean): void {
    for (const reader of [...this.#waiting]) if (isThrough(reader.seq)) reader.resolve();
  }

  refuse(error: Error): void {
    for (const reader of [...this.#waiting]) reader.reject(error);
  }
}
