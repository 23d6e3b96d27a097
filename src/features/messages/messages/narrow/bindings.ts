/**
 * Collects the bound parameters of a statement. D1 takes a hundred: equal values share one, and a list is a single one
 * as JSON, however long it is. Numbers are written into the statement itself, since bound ones would be REAL.
 */
export class Bindings {
  readonly #values: string[] = [];

  /** Binds a text; returns its placeholder. */
  text(value: string): string {
    const known = this.#values.indexOf(value);
    return `?${known >= 0 ? known + 1 : this.#values.push(value)}`;
  }

  /** Binds a list as JSON, for json_each; returns its placeholder. */
  list(values: readonly unknown[]): string {
    return this.text(JSON.stringify(values));
  }

  /** The finished statement, with only the values that it uses: D1 refuses others. */
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
 * Joins conditions by AND as a balanced tree: D1 takes expressions a hundred levels deep, which a chain soon exceeds.
 */
export function allOf(conditions: readonly string[]): string {
  if (conditions.length <= 2) return conditions.join(" AND ");
  const middle = conditions.length >> 1;
  return `(${allOf(conditions.slice(0, middle))}) AND (${allOf(conditions.slice(middle))})`;
}

/** A number as it is written into a statement. */
export function number(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} cannot stand in a statement`);
  return String(value);
}
