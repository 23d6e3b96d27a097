/** Reads JSON of unknown shape: missing values, and values of another type, are read as empty. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const valueAt = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** Returns the elements of a list property, or an empty list. */
export function listAt(value: unknown, key: string): readonly unknown[] {
  const found = valueAt(value, key);
  return Array.isArray(found) ? found : [];
}

/** Returns the string at a path within an object, or an empty string. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = path.reduce(valueAt, value);
  return typeof found === "string" ? found : "";
}

export function numberAt(value: unknown, key: string): number | undefined {
  const found = valueAt(value, key);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}
