/** Reading JSON of which nothing is known: what is not there, or is of another kind, is empty. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A property of an object. */
export const valueAt = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** The elements of a list that is a property of an object. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const found = valueAt(value, key);
  return Array.isArray(found) ? found : [];
}

/** A text by its path from an object. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = path.reduce(valueAt, value);
  return typeof found === "string" ? found : "";
}

/** A finite number that is a property of an object. */
export function numberAt(value: unknown, key: string): number | undefined {
  const found = valueAt(value, key);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}
