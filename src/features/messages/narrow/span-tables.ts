import { keyOf } from "../../../database/bulk-table.ts";
import type { Bindings } from "./bindings.ts";
import { lastOf } from "./scope.ts";
import type { Span } from "./view.ts";

/** A span by the bulk store's keys. */
export const spanKeys = (realm: number, span: Span) =>
  [span.conversation, keyOf(realm, span.first), keyOf(realm, lastOf(span))] as const;

/**
 * Lists of spans that a statement tests messages against. SQLite gives a materialized table an index of its own,
 * so that a test is a search however many spans there are; a condition over json_each would read them all.
 */
export class SpanTables {
  readonly #definitions = new Map<string, string>();
  readonly #prefix: string;
  readonly #realm: number;
  readonly #bindings: Bindings;

  constructor(prefix: string, realm: number, bindings: Bindings) {
    this.#prefix = prefix;
    this.#realm = realm;
    this.#bindings = bindings;
  }

  /** The common table expressions that the conditions given out so far refer to. */
  get definitions(): readonly string[] {
    return [...this.#definitions.values()];
  }

  /** The condition that message `m` lies in one of the spans. */
  contain(list: string, spans: () => readonly Span[]): string {
    const name = `${this.#prefix}_${list}`;
    if (!this.#definitions.has(name)) {
      const rows = this.#bindings.list(spans().map((span) => spanKeys(this.#realm, span)));
      const columns = "value ->> 0, value ->> 1, value ->> 2";
      this.#definitions.set(
        name,
        `${name}(conversation, first, last) AS MATERIALIZED (SELECT ${columns} FROM json_each(${rows}))`,
      );
    }
    return `EXISTS (SELECT 1 FROM ${name} s WHERE s.conversation = m.conversation_id AND m.key BETWEEN s.first AND s.last)`;
  }
}
