import * as v from "valibot";
import { datableSeconds } from "../../../protocol/bounded.ts";
import { limits } from "../../../protocol/limit-table.ts";

const line = (most: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxCodePoints(most), v.regex(/^[^\r\n\0]*$/, "{} has to be one line"));
const id = line(limits.button.id_characters);
const label = line(limits.button.label_characters);
const ids = v.pipe(v.array(v.pipe(v.number(), v.safeInteger())), v.maxLength(limits.button.named));

/** Fields that buttons and forms share. */
const pressed = {
  /** A message that has the same effect, for clients that don't show buttons. */
  command: v.pipe(line(limits.button.command_characters), v.regex(/^[^`]*$/, "{} can't contain backticks")),
  /** Question that clients ask to confirm a press. */
  confirm: v.optional(line(limits.button.hint_characters)),
  /** Who can press the button or submit the form. If missing, everyone who can post in the conversation. */
  who: v.optional(v.object({ users: v.optional(ids, []), groups: v.optional(ids, []) })),
};

const buttonSchema = v.object({
  id,
  label,
  style: v.optional(v.picklist(["primary", "danger"])),
  /** Sent to the bot with the press. */
  value: v.optional(v.pipe(v.string(), v.maxCodePoints(limits.button.value_characters))),
  ...pressed,
});

const optionSchema = v.object({ value: line(limits.button.id_characters), label });
const fieldSchema = v.object({
  id,
  label,
  type: v.picklist(["text", "long_text", "choice", "person", "date"]),
  hint: v.optional(line(limits.button.hint_characters)),
  required: v.optional(v.boolean(), false),
  /** Options of a choice. */
  options: v.optional(v.pipe(v.array(optionSchema), v.maxLength(limits.button.options))),
});

const hasOwnIds = <T extends { readonly id: string }>(list: T[]) =>
  new Set(list.map((one) => one.id)).size === list.length;

const formSchema = v.object({
  fields: v.pipe(
    v.array(fieldSchema),
    v.minLength(1),
    v.maxLength(limits.button.form_fields),
    v.check(hasOwnIds, "{} has two fields with the same id"),
    v.check(
      (fields) => fields.every(({ type, options = [] }) => (type === "choice") === options.length > 0),
      "{} needs options for each choice, and for nothing else",
    ),
  ),
  submit: label,
  ...pressed,
});

/** Fields of a zform that Zulip doesn't have. */
export const pressable = {
  buttons: v.optional(
    v.pipe(
      v.array(buttonSchema),
      v.minLength(1),
      v.maxLength(limits.button.of_message),
      v.check(hasOwnIds, "{} has two buttons with the same id"),
    ),
  ),
  form: v.optional(formSchema),
  /** When the buttons and the form stop working. */
  until: v.optional(datableSeconds),
};

export type Button = v.InferOutput<typeof buttonSchema>;
export type Form = v.InferOutput<typeof formSchema>;
export type FormField = v.InferOutput<typeof fieldSchema>;

export interface Pressable {
  readonly buttons?: readonly Button[] | undefined;
  readonly form?: Form | undefined;
  readonly until?: number | undefined;
}
