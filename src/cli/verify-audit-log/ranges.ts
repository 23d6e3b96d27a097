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

  get first(): readonly { readonly from: number; readonly to: number }[] {
    return this.#ranges.slice(0, MAX_TOLD);
  }

  get hasMore(): boolean {
    return this.#ranges.length > MAX_TOLD;
  }
}

/** Formats the count and the first ranges: "401 (1-400, 512)". */
export function describeRanges({ count, first, hasMore }: Ranges): string {
  if (count === 0) return "0";
  const told = first.map(({ from, to }) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
  return `${count} (${told}${hasMore ? ", …" : ""})`;
}
