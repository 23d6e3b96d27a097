import { cleanName } from "./text.ts";

/** Gives names that may not repeat, in whatever case: the second of a name ends in ` (2)`, within the limit. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /**
   * The number from which counting goes on for a name, so that ten thousand of one name are not tried from the beginning
   * each.
   */
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
