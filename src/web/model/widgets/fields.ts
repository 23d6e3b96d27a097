import { parsedJson } from "../parsed-json.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** Parses a JSON object, or returns undefined. The text is untrusted, because anyone can write it. */
export const parseFields = (json: string): Fields | undefined => asFields(parsedJson(json)?.value);

export const asFields = (value: unknown): Fields | undefined =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;

export const asText = (value: unknown): string => (typeof value === "string" ? value : "");
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
