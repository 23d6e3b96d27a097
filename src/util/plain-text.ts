/**
 * Converts a JSON value to text; lists, objects and null to "". String() would call an object's own `toString`, which
 * untrusted JSON can set to anything, so that it throws.
 */
export const plainText = (value: unknown): string => (typeof value === "object" ? "" : String(value));
