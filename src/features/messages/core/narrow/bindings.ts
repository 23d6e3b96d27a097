/**
 * Collects a statement's bound parameters. D1 allows a hundred, so equal values share one, and a list of any length is
 * a single JSON parameter. Numbers are written into the statement itself, because bound ones would be REAL.
 */
export class Bindings {
  readonly #values: string[] = [];

  text(value: string): string {
    const known = this.#values.indexOf(value);
    return `?${known >= 0 ? known + 1 : this.#values.push(value)}`;
  }

  /** Binds a list as JSON for json_each, and returns its placeholder. */
  list(values: readonly unknown[]): string {
    return this.text(JSON.stringify(values));
  }

  /** Returns the finished statement with only the values it uses, because D1 rejects unused values. */
  statement(sql: string): { readonly sql: string; readonly values: readonly string[] } {
    const used: string[] = [];
    const numbered = sql.replace(/\?(\d+)/g, (_, place: string) => {
      const value = this.#values[Number(place) - 1];
      if (value === undefined) throw new RangeError(`parameter ${place} was never bound`);
      const known = used.indexOf(value);
      return `?${known >= 0 ? known + 1 : used.push(value)}`;
    });
    return { sql: numbered, values: used };
  }
}

/**
 * Joins conditions by AND as a balanced tree, because D1 limits expressions to a depth of a hundred, which a chain soon
 * exceeds.
 */
export function allOf(conditions: readonly string[]): string {
  if (conditions.length <= 2) return conditions.join(" AND ");
  const middle = conditions.length >> 1;
  return `(${allOf(conditions.slice(0, middle))}) AND (${allOf(conditions.slice(middle))})`;
}

/** Formats a number as a literal in a statement. */
export function number(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} cannot stand in a statement`);
  return String(value);
}
