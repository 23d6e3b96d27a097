import { createHash } from "node:crypto";
import type { Noted } from "../../../../realm/archive-io/writing.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { deleteNamesOfKind, insertLater, insertName, laterOf, putName, valueOfName } from "../rows.ts";

const OF_MESSAGE = "of the last message";
const NUMBERS = "numbers";
const MAX_NAME_LENGTH = 100;

/** Names and numbers recorded about the rows read so far, stored in the realm's database. */
export class NotedNames implements Noted {
  readonly #realm: Realm;
  readonly #numbers = new Map<string, number>();
  readonly #changed = new Set<string>();
  /**
   * The last message, with its changed numbers. Stored in separate rows, because a message can have too many for one
   * value.
   */
  #ofMessage: { readonly at: string; readonly numbers: Map<string, number>; isStored: boolean } | undefined;

  constructor(realm: Realm) {
    this.#realm = realm;
  }

  take(kind: string, name: string | number, value = 1): boolean {
    return insertName.first(this.#realm.sql, { kind, name: shortened(name), value }) !== undefined;
  }

  find(kind: string, name: string | number): number | undefined {
    return valueOfName.first(this.#realm.sql, { kind, name: shortened(name) })?.value;
  }

  number(of: string, first: () => number): number {
    const known = this.#numbers.get(of) ?? this.find(NUMBERS, of) ?? first();
    this.#numbers.set(of, known);
    return known;
  }

  set(of: string, number: number): void {
    this.#numbers.set(of, number);
    this.#changed.add(of);
  }

  ofMessage(table: string, message: number, of: string): number {
    const at = `${table} ${message}`;
    if (this.#ofMessage?.at !== at) {
      const isStored = this.#ofMessage === undefined && this.#storedMessage() === at;
      this.#ofMessage = { at, numbers: new Map(), isStored };
    }
    const { numbers, isStored } = this.#ofMessage;
    return numbers.get(of) ?? (isStored ? this.find(OF_MESSAGE, of) : undefined) ?? 0;
  }

  setOfMessage(of: string, number: number): void {
    this.#ofMessage?.numbers.set(of, number);
  }

  #storedMessage(): string | undefined {
    return laterOf.first(this.#realm.sql, { kind: OF_MESSAGE, id: 0 })?.value;
  }

  keep(): void {
    const { sql } = this.#realm;
    if (this.#ofMessage !== undefined) {
      const { at, numbers, isStored } = this.#ofMessage;
      if (!isStored) {
        deleteNamesOfKind.run(sql, { kind: OF_MESSAGE });
        insertLater.run(sql, { kind: OF_MESSAGE, id: 0, value: at });
        this.#ofMessage.isStored = true;
      }
      for (const [of, value] of numbers) putName.run(sql, { kind: OF_MESSAGE, name: shortened(of), value });
      numbers.clear();
    }
    for (const name of this.#changed) {
      putName.run(sql, { kind: NUMBERS, name: shortened(name), value: this.#numbers.get(name) ?? 0 });
    }
    this.#changed.clear();
  }
}

const shortened = (name: string | number): string => {
  const text = String(name);
  return text.length <= MAX_NAME_LENGTH ? text : createHash("sha256").update(text).digest("hex");
};
