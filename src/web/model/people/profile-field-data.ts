export interface FieldChoice {
  /** The stored value. It doesn't change with the text, so renaming a choice keeps it selected. */
  readonly key: string;
  readonly text: string;
}

interface StoredChoice {
  readonly text: string;
  readonly order: string;
}

export function choicesOf(field_data: string): readonly FieldChoice[] {
  const stored = (field_data === "" ? {} : JSON.parse(field_data)) as Readonly<Record<string, StoredChoice>>;
  return Object.entries(stored)
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, { text }]) => ({ key, text }));
}

/** Converts choices to the form of `field_data`. */
export const choicesData = (choices: readonly FieldChoice[]): Readonly<Record<string, StoredChoice>> =>
  Object.fromEntries(choices.map(({ key, text }, at) => [key, { text: text.trim(), order: String(at + 1) }]));

/** Returns an unused key. Pass the previous choices too, so that keys of removed ones aren't reused. */
export const newChoiceKey = (...lists: readonly (readonly FieldChoice[])[]): string =>
  String(Math.max(-1, ...lists.flat().map(({ key }) => Number(key) || 0)) + 1);

interface AccountData {
  readonly subtype: string;
  readonly url_pattern?: string;
}

/** The external service whose accounts a field is for. */
export const accountOf = (field_data: string): AccountData =>
  field_data === "" ? { subtype: "" } : (JSON.parse(field_data) as AccountData);
