/** A value of JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** JSON of which there is one form alone: keys in order, no blanks. What is signed or hashed is written so. */
export function canonical(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const fields = fieldsInOrder(value);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

/** The same value with its keys in that order. Numbers as keys come before it, in their own order, as they do in all objects. */
export function inOrder(value: Json): Json {
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map(inOrder);
  const fields = fieldsInOrder(value);
  return Object.fromEntries(fields.map(([name, field]) => [name, inOrder(field)]));
}

const fieldsInOrder = (value: object): [string, Json][] => Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
