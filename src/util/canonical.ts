export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Canonical JSON (sorted keys, no whitespace), for signing and hashing. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const fields = fieldsInOrder(value);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

/** Sorts a value's keys in canonical order. Integer keys still come first, as in all JavaScript objects. */
export function sortKeys(value: Json): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(sortKeys);
  const fields = fieldsInOrder(value);
  return Object.fromEntries(fields.map(([name, field]) => [name, sortKeys(field)]));
}

const fieldsInOrder = (value: object): [string, Json][] => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
