/**
 * Converts a JSON value to text. Lists, objects and null become "". String() would call an object's own `toString`,
 * which untrusted JSON can set to anything, so that it throws.
 */
export const plainText = (value: unknown): string => (typeof value === "object" ? "" : String(value));
