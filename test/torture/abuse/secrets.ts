import type { Person } from "../../process/support/person.ts";

/** A unique word in a private thing, and the users who can see it. If anyone else sees the word, it is a leak. */
interface Secret {
  readonly word: string;
  readonly thing: string;
  readonly known: ReadonlySet<Person>;
}

/** The secrets of one round. Their words are too unlikely to appear by chance. */
export class Secrets {
  readonly all: Secret[] = [];
  readonly #salt: string;

  constructor(salt: string) {
    this.#salt = salt;
  }

  /**
   * Returns the word of a new secret that only these users can see. What they themselves receive isn't checked for it.
   */
  hide(thing: string, known: readonly Person[] = []): string {
    const word = `zq${this.#salt}x${this.all.length}qz`;
    this.all.push({ word, thing, known: new Set(known) });
    return word;
  }

  /** Adds a text that is secret by itself, such as an API key. */
  add(thing: string, word: string): void {
    this.all.push({ word, thing, known: new Set() });
  }

  /** Returns the secrets in a text that its reader must not see. A null reader must not see any. */
  leakedBy(text: string, reader: Person | null): Secret[] {
    return this.all.filter(({ word, known }) => text.includes(word) && (reader === null || !known.has(reader)));
  }
}
