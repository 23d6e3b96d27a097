/** The fields of a JSON object; undefined if the text is something else. The text is not trusted: anyone can write it. */
export function fieldsOf(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return asFields(JSON.parse(json));
  } catch {
    return undefined;
  }
}

export const asFields = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;

export const asText = (value: unknown): string => (typeof value === "string" ? value : "");
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
