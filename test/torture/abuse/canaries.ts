import type { Person } from "../../process/support/person.ts";

/** A word that stands in one private thing alone, and who may come to know it. */
export interface Canary {
  readonly word: string;
  readonly thing: string;
  readonly known: ReadonlySet<Person>;
}

/** Words that nobody comes upon by chance. */
export class Canaries {
  readonly all: Canary[] = [];
  readonly #salt: string;

  constructor(salt: string) {
    this.#salt = salt;
  }

  /** A new word for a thing, which nobody may know but these, and those who put it there. */
  hide(thing: string, known: readonly Person[] = []): string {
    const word = `zq${this.#salt}x${this.all.length}qz`;
    this.all.push({ word, thing, known: new Set(known) });
    return word;
  }

  /** What is a secret by itself, such as a key. */
  guard(thing: string, word: string): void {
    this.all.push({ word, thing, known: new Set() });
  }

  /** What somebody was told who may not know it. */
  foundIn(text: string, told: Person | null): Canary[] {
    return this.all.filter(({ word, known }) => text.includes(word) && (told === null || !known.has(told)));
  }
}
