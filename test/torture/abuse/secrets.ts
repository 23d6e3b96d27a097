import type { Person } from "../../process/support/person.ts";

/** A unique word in one private thing, and the users who can see it. Anywhere else, it is a leak. */
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

  /** Creates the word of a new secret that these users can see. What the secret's owners receive is not checked. */
  hide(thing: string, known: readonly Person[] = []): string {
    const word = `zq${this.#salt}x${this.all.length}qz`;
    this.all.push({ word, thing, known: new Set(known) });
    return word;
  }

  /** Adds a text that is secret by itself, such as an API key. */
  add(thing: string, word: string): void {
    this.all.push({ word, thing, known: new Set() });
  }

  /** The secrets in a text that its reader can't see; null is a reader who can see none. */
  leakedBy(text: string, reader: Person | null): Secret[] {
    return this.all.filter(({ word, known }) => text.includes(word) && (reader === null || !known.has(reader)));
  }
}
