export type Fields = Readonly<Record<string, unknown>>;

/** Parses a JSON object, or returns undefined. The text is untrusted, because anyone can write it. */
export function parseFields(json: string): Fields | undefined {
  try {
    return asFields(JSON.parse(json));
  } catch {
    return undefined;
  }
}

export const asFields = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;

export const asText = (value: unknown): string => (typeof value === "string" ? value : "");
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
