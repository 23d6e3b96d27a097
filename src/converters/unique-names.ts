import { cleanName } from "./text.ts";

/** Makes names unique, ignoring case: a duplicate gets ` (2)` appended, within the length limit. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** Next number to try per name, so that thousands of equal names don't each count from the start. */
  readonly #next = new Map<string, number>();

  constructor(private readonly most: number) {}

  give(wanted: string, instead: string): string {
    const name = cleanName(wanted, this.most) || instead;
    if (this.#take(name)) return name;
    for (let number = this.#next.get(name) ?? 2; ; number++) {
      const suffix = ` (${number})`;
      const numbered = cleanName(name, this.most - suffix.length) + suffix;
      if (!this.#take(numbered)) continue;
      this.#next.set(name, number + 1);
      return numbered;
    }
  }

  #take(name: string): boolean {
    const key = name.toLowerCase();
    if (this.#taken.has(key)) return false;
    this.#taken.add(key);
    return true;
  }
}
