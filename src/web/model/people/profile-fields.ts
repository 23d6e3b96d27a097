import type { UserId } from "../ids.ts";
import type { ProfileField } from "../state.ts";

/** The kinds of fields (`custom_profile_field_types`). */
export const FIELD_TYPES = { longText: 2, choice: 3, date: 4, link: 5, people: 6, account: 7 } as const;

/** The value of a JSON text, or `otherwise` if the text is not JSON. */
export function readJson<Value>(json: string, otherwise: Value): Value {
  try {
    return JSON.parse(json) as Value;
  } catch {
    return otherwise;
  }
}

/** The choices of a field, in the organization's order. */
export const choicesOfField = ({ field_data }: ProfileField): readonly { value: string; label: string }[] =>
  Object.entries(readJson<Record<string, { readonly text: string; readonly order: string }>>(field_data, {}))
    .sort(([, one], [, other]) => Number(one.order) - Number(other.order))
    .map(([value, { text }]) => ({ value, label: text }));

/** The service that a field is for, with a capital letter: "Github"; undefined if the organization describes it itself. */
export function serviceOfField({ field_data }: ProfileField): string | undefined {
  const { subtype } = readJson<{ readonly subtype?: string }>(field_data, {});
  if (subtype === undefined || subtype === "custom") return undefined;
  return subtype.charAt(0).toUpperCase() + subtype.slice(1);
}

export const usersOf = (value: string): readonly UserId[] => readJson<UserId[]>(value, []);
