import { bulkRowId } from "../../../../database/bulk-table.ts";
import { type Bindings, number } from "./bindings.ts";
import { lastOf } from "./scope.ts";
import { LAST_ID, type Span } from "./view.ts";

/** Returns a span as conversation, first D1 key and last D1 key. */
export const spanKeys = (realm: number, span: Span) =>
  [span.conversation, bulkRowId(realm, span.first), bulkRowId(realm, lastOf(span))] as const;

const isWhole = (span: Span) => span.first <= 1 && lastOf(span) === LAST_ID;

/**
 * Builds conditions that a message `m` is in one of many spans. SQLite can index the list of an IN, but not a list of
 * spans. So the condition first tests the conversation with IN, which is enough for spans of whole conversations. Only
 * the few remaining messages are compared with single spans.
 */
export class SpanTables {
  readonly #definitions = new Map<string, string>();
  readonly #conditions = new Map<string, string>();
  readonly #prefix: string;
  readonly #realm: number;
  readonly #bindings: Bindings;

  constructor(prefix: string, realm: number, bindings: Bindings) {
    this.#prefix = prefix;
    this.#realm = realm;
    this.#bindings = bindings;
  }

  /** Common table expressions that the conditions so far refer to. */
  get definitions(): readonly string[] {
    return [...this.#definitions.values()];
  }

  /** Returns the condition that `m` lies in the spans named `list`, built once per name. */
  contain(list: string, spans: () => readonly Span[]): string {
    const condition = this.#conditions.get(list) ?? this.#conditionOf(list, spans());
    this.#conditions.set(list, condition);
    return condition;
  }

  #conditionOf(list: string, spans: readonly Span[]): string {
    const whole = spans.filter(isWhole);
    const part = spans.filter((span) => !isWhole(span));
    const tests: string[] = [];
    if (whole.length > 0) tests.push(this.#isOf(whole));
    if (part.length > 0) {
      const table = this.#define(`${this.#prefix}_${list}`, part);
      const isBetween = "s.conversation = m.conversation_id AND m.key BETWEEN s.first AND s.last";
      tests.push(`(${this.#isOf(part)} AND EXISTS (SELECT 1 FROM ${table} s WHERE ${isBetween}))`);
    }
    return tests.length === 0 ? "0" : `(${tests.join(" OR ")})`;
  }

  #isOf(spans: readonly Span[]): string {
    const conversations = [...new Set(spans.map(({ conversation }) => conversation))];
    const [only] = conversations;
    if (only !== undefined && conversations.length === 1) return `+m.conversation_id = ${number(only)}`;
    return `+m.conversation_id IN (SELECT value FROM json_each(${this.#bindings.list(conversations)}))`;
  }

  #define(name: string, spans: readonly Span[]): string {
    const rows = this.#bindings.list(spans.map((span) => spanKeys(this.#realm, span)));
    const columns = "value ->> 0, value ->> 1, value ->> 2";
    this.#definitions.set(
      name,
      `${name}(conversation, first, last) AS MATERIALIZED (SELECT ${columns} FROM json_each(${rows}))`,
    );
    return name;
  }
}
