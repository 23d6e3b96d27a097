import { createHash } from "node:crypto";
import * as v from "valibot";
import { stored } from "../../../../database/stored.ts";
import type { Noted } from "../../../../realm/archive-io/writing.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { insertLater, insertName, laterOf, putName, valueOfName } from "../rows.ts";

const OF_MESSAGE = "of the last message";
const readOfMessage = stored(
  "import_later.value",
  v.nullable(v.object({ at: v.string(), numbers: v.record(v.string(), v.number()) })),
  () => null,
);
const NUMBERS = "numbers";
const MAX_NAME_LENGTH = 100;

/** Facts about the rows read so far, stored in the realm's own tables. */
export class NotedNames implements Noted {
  readonly #realm: Realm;
  readonly #numbers = new Map<string, number>();
  readonly #changed = new Set<string>();
  #ofMessage: { readonly at: string; readonly numbers: Record<string, number> } | undefined;

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
    if (this.#ofMessage === undefined) {
      const text = laterOf.first(this.#realm.sql, { kind: OF_MESSAGE, id: 0 })?.value;
      this.#ofMessage = readOfMessage(text ?? "null", 0) ?? { at: "", numbers: {} };
    }
    const at = `${table} ${message}`;
    if (this.#ofMessage.at !== at) this.#ofMessage = { at, numbers: {} };
    return this.#ofMessage.numbers[of] ?? 0;
  }

  setOfMessage(of: string, number: number): void {
    if (this.#ofMessage !== undefined) this.#ofMessage.numbers[of] = number;
  }

  keep(): void {
    if (this.#ofMessage !== undefined)
      insertLater.run(this.#realm.sql, { kind: OF_MESSAGE, id: 0, value: JSON.stringify(this.#ofMessage) });
    for (const name of this.#changed) {
      putName.run(this.#realm.sql, { kind: NUMBERS, name, value: this.#numbers.get(name) ?? 0 });
    }
    this.#changed.clear();
  }
}

const shortened = (name: string | number): string => {
  const text = String(name);
  return text.length <= MAX_NAME_LENGTH ? text : createHash("sha256").update(text).digest("hex");
};
