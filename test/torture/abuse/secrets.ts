import type { Person } from "../../process/support/person.ts";

/** A unique word that one private thing contains, and who may see it: wherever else it appears, something has leaked. */
export interface Secret {
  readonly word: string;
  readonly thing: string;
  readonly known: ReadonlySet<Person>;
}

/** The secrets of one round; their words are too unlikely to appear by chance. */
export class Secrets {
  readonly all: Secret[] = [];
  readonly #salt: string;

  constructor(salt: string) {
    this.#salt = salt;
  }

  /** Makes the word for a new secret, which these people may see; what their owners get is not checked. */
  hide(thing: string, known: readonly Person[] = []): string {
    const word = `zq${this.#salt}x${this.all.length}qz`;
    this.all.push({ word, thing, known: new Set(known) });
    return word;
  }

  /** Adds a text that is secret by itself, such as an API key. */
  add(thing: string, word: string): void {
    this.all.push({ word, thing, known: new Set() });
  }

  /** The secrets in a text that its reader may not see; null for a reader who may see none. */
  leakedBy(text: string, reader: Person | null): Secret[] {
    return this.all.filter(({ word, known }) => text.includes(word) && (reader === null || !known.has(reader)));
  }
}
