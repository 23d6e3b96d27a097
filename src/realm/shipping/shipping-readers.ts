/** How long a reader waits for D1 before it gets an honest error. */
const PATIENCE_MS = 4000;

interface Reader {
  /** The newest mark that has to be shipped first. */
  readonly seq: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** Those who wait until D1 has what the realm had when they came. */
export class ShippingReaders {
  #waiting: Reader[] = [];

  get size(): number {
    return this.#waiting.length;
  }

  wait(seq: number, unavailable: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reader.reject(unavailable()), PATIENCE_MS);
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

  release(isThrough: (seq: number) => boolean): void {
    for (const reader of [...this.#waiting]) if (isThrough(reader.seq)) reader.resolve();
  }

  refuse(error: Error): void {
    for (const reader of [...this.#waiting]) reader.reject(error);
  }
}
