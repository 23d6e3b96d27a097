export interface FieldChoice {
  /** The stored value. It does not change with the text, so that a renamed choice stays chosen. */
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

/** The choices in the form of `field_data`. */
export const choicesData = (choices: readonly FieldChoice[]): Readonly<Record<string, StoredChoice>> =>
  Object.fromEntries(choices.map(({ key, text }, at) => [key, { text: text.trim(), order: String(at + 1) }]));

/** A key that no choice of these lists has. Passing the former choices too keeps removed keys from being used again. */
export const newChoiceKey = (...lists: readonly (readonly FieldChoice[])[]): string =>
  String(Math.max(-1, ...lists.flat().map(({ key }) => Number(key) || 0)) + 1);

interface AccountData {
  readonly subtype: string;
  readonly url_pattern?: string;
}

/** The other service whose accounts a field is for. */
export const accountOf = (field_data: string): AccountData =>
  field_data === "" ? { subtype: "" } : (JSON.parse(field_data) as AccountData);
