/**
 * Lets concurrent changes share one commit. The first runs at once; those arriving while it is stored run together in
 * the next turn, which the storage commits as one.
 */
export class CommitBatcher {
  #open = false;
  #waiting: (() => void)[] = [];

  run<T>(change: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = () => {
        try {
          resolve(change());
        } catch (error) {
          reject(error);
        }
      };
      if (this.#open) {
        this.#waiting.push(settle);
      } else {
        this.#open = true;
        settle();
        setTimeout(() => this.#next(), 0);
      }
    });
  }

  #next(): void {
    const together = this.#waiting;
    this.#waiting = [];
    if (together.length === 0) {
      this.#open = false;
      return;
    }
    for (const settle of together) settle();
    setTimeout(() => this.#next(), 0);
  }
}
