const MAX_TOLD = 10;

/** Ascending numbers stored as ranges, so that a million expired entries take one range. */
export class Ranges {
  readonly #ranges: { from: number; to: number }[] = [];
  count = 0;

  add(id: number): void {
    this.count += 1;
    const last = this.#ranges.at(-1);
    if (last !== undefined && last.to + 1 === id) last.to = id;
    else this.#ranges.push({ from: id, to: id });
  }

  /** Formats the count and the first ranges: "401 (1-400, 512)". */
  describe(): string {
    if (this.count === 0) return "0";
    const first = this.#ranges.slice(0, MAX_TOLD);
    const told = first.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
    return `${this.count} (${told}${this.#ranges.length > MAX_TOLD ? ", …" : ""})`;
  }
}
