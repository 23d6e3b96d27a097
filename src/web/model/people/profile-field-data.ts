/** One of the things that a field lets people choose from. */
export interface FieldChoice {
  /** Under which it is kept: a choice that is renamed stays chosen. */
  readonly key: string;
  readonly text: string;
}

interface StoredChoice {
  readonly text: string;
  readonly order: string;
}

/** The choices of a field, in their order. */
export function choicesOf(field_data: string): readonly FieldChoice[] {
  const stored = (field_data === "" ? {} : JSON.parse(field_data)) as Readonly<Record<string, StoredChoice>>;
  return Object.entries(stored)
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text }]) => ({ key, text }));
}

/** As `field_data` has them. */
export const choicesData = (choices: readonly FieldChoice[]): Readonly<Record<string, StoredChoice>> =>
  Object.fromEntries(choices.map(({ key, text }, at) => [key, { text: text.trim(), order: String(at + 1) }]));

/** A key that no choice has, nor had one that was there before. */
export const newChoiceKey = (...lists: readonly (readonly FieldChoice[])[]): string =>
  String(Math.max(-1, ...lists.flat().map(({ key }) => Number(key) || 0)) + 1);

interface AccountData {
  readonly subtype: string;
  readonly url_pattern?: string;
}

/** Which accounts elsewhere a field is for. */
export const accountOf = (field_data: string): AccountData =>
  field_data === "" ? { subtype: "" } : (JSON.parse(field_data) as AccountData);
