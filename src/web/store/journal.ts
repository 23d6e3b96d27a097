type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** How often what is kept is read anew because it was changed meanwhile. */
const MOST_READS = 5;

let isOver = false;

/** From now on nothing is kept: the page is about to end, and nobody is logged in any more. */
export function endJournals(): void {
  isOver = true;
}

export const haveJournalsEnded = (): boolean => isOver;

/**
 * The changes that the browser's database has not finished. They are kept at once, where the database takes a while: if
 * somebody sends a message and closes the tab, what it was doing just then is undone.
 */
export class Journal<Row> {
  readonly #storage: Storage;
  readonly #prefix: string;

  constructor(storage: Storage, name: string) {
    this.#storage = storage;
    this.#prefix = `${name}.`;
  }

  /** Makes of a row what it shall be, or undefined for nothing, while `run` does so in the database. */
  async change(id: string, row: Row | undefined, run: () => Promise<unknown>): Promise<void> {
    const name = this.#prefix + id;
    const text = JSON.stringify(row ?? null);
    this.#write(name, text);
    await run();
    // A later change may have taken its place.
    if (this.#storage.getItem(name) === text) this.#storage.removeItem(name);
  }

  /** Changes every row, while `run` does so in the database. */
  changeAll(change: (row: Row) => Row, run: () => Promise<void>): Promise<void> {
    for (const [id, text] of this.#changes()) {
      const row: Row | null = JSON.parse(text);
      if (row !== null) this.#write(this.#prefix + id, JSON.stringify(change(row)));
    }
    return run();
  }

  /** The rows of the database, as they are when it has finished. */
  async read(all: () => Promise<readonly Row[]>, idOf: (row: Row) => string): Promise<readonly Row[]> {
    for (let reads = 1; ; reads++) {
      const before = this.#changes();
      const rows = await all();
      const changes = this.#changes();
      if (reads < MOST_READS && JSON.stringify([...before]) !== JSON.stringify([...changes])) continue;
      const read = new Map(rows.map((row) => [idOf(row), row]));
      for (const [id, text] of changes) {
        const row: Row | null = JSON.parse(text);
        if (row === null) read.delete(id);
        else read.set(id, row);
      }
      return [...read.values()];
    }
  }

  #write(name: string, text: string): void {
    try {
      if (!isOver) this.#storage.setItem(name, text);
    } catch {
      // It is full: then the database alone has to do.
    }
  }

  #changes(): Map<string, string> {
    const names = Object.keys(this.#storage).filter((name) => name.startsWith(this.#prefix));
    return new Map(names.map((name) => [name.slice(this.#prefix.length), this.#storage.getItem(name) ?? "null"]));
  }
}
