/**
 * The texts and lists of a statement. Equal ones share a parameter, and a list is one parameter however long,
 * because D1 takes a hundred of them. Numbers stand in the statement itself: bound, they would be REAL.
 */
export class Bindings {
  readonly #values: string[] = [];

  text(value: string): string {
    const known = this.#values.indexOf(value);
    return `?${known >= 0 ? known + 1 : this.#values.push(value)}`;
  }

  /** A list for json_each. */
  list(values: readonly unknown[]): string {
    return this.text(JSON.stringify(values));
  }

  /** The finished statement, with the values that it came to use: D1 refuses any others. */
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

/** Conditions joined in halves: D1 takes expressions of a hundred levels, which a plain chain of AND soon has. */
export function allOf(conditions: readonly string[]): string {
  if (conditions.length <= 2) return conditions.join(" AND ");
  const middle = conditions.length >> 1;
  return `(${allOf(conditions.slice(0, middle))}) AND (${allOf(conditions.slice(middle))})`;
}

export function number(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} cannot stand in a statement`);
  return String(value);
}
