type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem">;

/** Maximum number of reads if the rows keep changing. */
const MAX_READS = 5;

let isOver = false;

/** Stops all writing, because the page is about to end and no one is logged in. */
export function endJournals(): void {
  isOver = true;
}

export const haveJournalsEnded = (): boolean => isOver;

/**
 * Stores changes in local storage until the browser's database has finished them. Local storage is synchronous, but an
 * unfinished database transaction is rolled back when the user closes the tab.
 */
export class Journal<Row> {
  readonly #storage: Storage;
  readonly #prefix: string;

  constructor(storage: Storage, name: string) {
    this.#storage = storage;
    this.#prefix = `${name}.`;
  }

  /** Changes a row, or deletes it if `row` is undefined, while `run` does the same in the database. */
  async change(id: string, row: Row | undefined, run: () => Promise<unknown>): Promise<void> {
    const name = this.#prefix + id;
    const text = JSON.stringify(row ?? null);
    this.#write(name, text);
    await run();
    // A later change of the same row may have replaced the entry.
    if (this.#storage.getItem(name) === text) this.#storage.removeItem(name);
  }

  /** Changes every row with an entry, while `run` changes all rows in the database. */
  changeAll(change: (row: Row) => Row, run: () => Promise<void>): Promise<void> {
    for (const [id, text] of this.#changes()) {
      const row: Row | null = JSON.parse(text);
      if (row !== null) this.#write(this.#prefix + id, JSON.stringify(change(row)));
    }
    return run();
  }

  /** Returns the rows as they will be in the database once it has finished the changes. */
  async read(all: () => Promise<readonly Row[]>, idOf: (row: Row) => string): Promise<readonly Row[]> {
    for (let reads = 1; ; reads++) {
      const before = this.#changes();
      const rows = await all();
      const changes = this.#changes();
      if (reads < MAX_READS && JSON.stringify([...before]) !== JSON.stringify([...changes])) continue;
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
      // The storage is full, so the database has to do without the journal.
    }
  }

  #changes(): Map<string, string> {
    const names = Object.keys(this.#storage).filter((name) => name.startsWith(this.#prefix));
    return new Map(names.map((name) => [name.slice(this.#prefix.length), this.#storage.getItem(name) ?? "null"]));
  }
}
