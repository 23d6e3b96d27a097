/**
 * The text of a plain value of JSON, and "" of a list, an object or null. String() asks an object for its own `toString`, which in
 * JSON from outside can be anything, and then throws.
 */
export const plainText = (value: unknown): string => (typeof value === "object" ? "" : String(value));
