type Catalog = { readonly [key: string]: unknown };

/** Makes a text run from right to left, by U+202E before it and U+202C after it. */
const mirror = (text: string) => `\u202e${text}\u202c`;

function turned(value: unknown): unknown {
  if (typeof value === "string") return mirror(value);
  if (typeof value === "function") return (...args: unknown[]) => turned(value(...args));
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, turned(one)]));
  }
  return value;
}

/** Turns all texts of a catalog from right to left. A text that is not turned did not come from a catalog. */
export const mirrored = <Words extends Catalog>(catalog: Words): Words => turned(catalog) as Words;
