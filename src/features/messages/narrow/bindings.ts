/**
 * The texts and lists of a statement. Equal ones share a parameter, and a list is one parameter however long,
 * because D1 takes a hundred of them. Numbers stand in the statement itself: bound, they would be REAL.
 */
export class Bindings {
  readonly values: string[] = [];

  text(value: string): string {
    const known = this.values.indexOf(value);
    if (known >= 0) return `?${known + 1}`;
    return `?${this.values.push(value)}`;
  }

  /** A list for json_each. */
  list(values: readonly unknown[]): string {
    return this.text(JSON.stringify(values));
  }
}

export function number(value: number): string {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} cannot stand in a statement`);
  return String(value);
}
