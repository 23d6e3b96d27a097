type Catalog = { readonly [key: string]: unknown };

/** U+202E makes what follows run from right to left, up to U+202C. */
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

/** A catalog as if its language were written from right to left: what is not turned was not taken from the catalog. */
export const mirrored = <Words extends Catalog>(catalog: Words): Words => turned(catalog) as Words;
