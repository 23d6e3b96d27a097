import * as v from "valibot";
import type { Actor } from "../../../protocol/actor.ts";
import { ApiError, badField } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { isCalendarDay } from "../../../util/time.ts";
import { seesUser } from "../../organization/accounts/access.ts";
import type { Form, FormField } from "../widgets/buttons.ts";

const { entered_characters, form_fields, id_characters, long_text_characters, text_characters } = limits.button;

/** Values entered in a form, by field id. A user is given by id. */
export const enteredSchema = v.pipe(
  v.unknown(),
  v.check((given) => !Array.isArray(given), "{} is not a dict"),
  v.record(
    v.pipe(v.string(), v.maxCodePoints(id_characters)),
    // Text that is too long for its field is rejected later, with an error that names the field.
    v.union([v.pipe(v.string(), v.maxCodePoints(2 * long_text_characters)), v.pipe(v.number(), v.safeInteger())]),
  ),
  v.maxEntries(form_fields),
);
export type EnteredValues = v.InferOutput<typeof enteredSchema>;

/** Returns the values entered in a form, without empty fields. Throws if a field is missing or invalid. */
export function checkEntered(realm: Realm, actor: Actor, { fields }: Form, given: EnteredValues): EnteredValues {
  const unknown = Object.keys(given).find((id) => !fields.some((field) => field.id === id));
  if (unknown !== undefined) throw new ApiError({ code: "BUTTON_GONE", msg: `The form has no field ${unknown}.` });
  let left = entered_characters;
  const entered = fields.flatMap((field): [string, string | number][] => {
    const value = given[field.id] ?? "";
    if (value !== "" && String(value).trim() !== "") {
      checkValue(realm, actor, field, value);
      const length = [...String(value)].length;
      if (length > left) throw tooLong(field, left);
      left -= length;
      return [[field.id, value]];
    }
    if (field.required) throw badField(field.id, `“${field.label}” is required.`);
    return [];
  });
  return Object.fromEntries(entered);
}

const tooLong = ({ id, label }: FormField, limit: number) =>
  badField(id, `“${label}” is too long (limit: ${limit} characters).`, { limit });

function checkValue(realm: Realm, actor: Actor, field: FormField, value: string | number): void {
  const wrong = () => badField(field.id, `“${field.label}” isn't valid.`);
  switch (field.type) {
    case "person":
      if (typeof value !== "number" || !seesUser(realm, actor, value)) throw wrong();
      return;
    case "choice":
      if (field.options?.some((option) => option.value === value) !== true) throw wrong();
      return;
    case "date":
      if (!isCalendarDay(String(value))) throw wrong();
      return;
    case "text":
    case "long_text": {
      if (typeof value !== "string" || value.includes("\0")) throw wrong();
      const most = field.type === "text" ? text_characters : long_text_characters;
      if ([...value].length > most) throw tooLong(field, most);
      return;
    }
    default:
      throw field.type satisfies never;
  }
}
