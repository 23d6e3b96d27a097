import { useState } from "preact/hooks";
import type { Client } from "../../../client/client.ts";
import type { MessageId } from "../../../model/ids.ts";
import { peopleByName } from "../../../model/people/people-by-name.ts";
import type { BotForm, FormField } from "../../../model/widgets/pressable.ts";
import { Button } from "../../../parts/button.tsx";
import { Select } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { confirm } from "../../../parts/overlays/dialog.tsx";
import { appWords } from "../../../words/app.ts";
import { buttonsWords } from "../../../words/buttons.ts";
import { UserPicker } from "../../pickers.tsx";
import { type PressState, press } from "./press.ts";
import { fieldRefusal } from "./refusal.ts";

type Values = Readonly<Record<string, string | number>>;

/** Values entered in each message's form. Kept here because the feed may remove the message from the page. */
const entered = new Map<MessageId, Values>();

interface FormViewProps {
  readonly client: Client;
  readonly message: MessageId;
  readonly form: BotForm;
  readonly state: PressState | undefined;
  readonly isBlocked: boolean;
  /** Id of the text that explains why the form can't be submitted. */
  readonly describedBy: string | undefined;
}

/** A form, opened with a button because it takes up a lot of space. */
export function FormView({ client, message, form, state, isBlocked, describedBy }: FormViewProps) {
  const [values, setValues] = useState<Values | undefined>(entered.get(message));
  const [isChecked, setChecked] = useState(false);
  const w = buttonsWords();
  const isWaiting = state?.kind === "waiting";
  const described = describedBy === undefined ? {} : { describedBy };
  const change = (next: Values | undefined) => {
    if (next === undefined) entered.delete(message);
    else entered.set(message, next);
    setValues(next);
  };
  if (values === undefined) {
    return (
      <div class="bot-buttons-row">
        <Button disabled={isBlocked} busy={isWaiting} {...described} onClick={() => change({})}>
          {w.fillIn}
        </Button>
      </div>
    );
  }
  const isMissing = ({ id, required }: FormField) => required && String(values[id] ?? "").trim() === "";
  const submit = async (event: Event) => {
    event.preventDefault();
    setChecked(true);
    if (isWaiting || isBlocked || form.fields.some(isMissing)) return;
    if (form.confirm !== "" && !(await confirm({ title: form.confirm, action: form.submit }))) return;
    // The bot may have replaced the form while it was filled in.
    const present = Object.entries(values).filter(([id]) => form.fields.some((field) => field.id === id));
    if (await press(client, message, { entered: Object.fromEntries(present) })) change(undefined);
  };
  const errorOf = (field: FormField): string | undefined => {
    if (isChecked && isMissing(field)) return w.required;
    return state?.kind === "failed" ? fieldRefusal(state.error, field.id) : undefined;
  };
  return (
    <form class="bot-form" onSubmit={submit} noValidate>
      {form.fields.map((field) => (
        <FormFieldView
          key={field.id}
          client={client}
          field={field}
          value={values[field.id] ?? ""}
          error={errorOf(field)}
          onChange={(value) => change({ ...values, [field.id]: value })}
        />
      ))}
      <div class="bot-buttons-row">
        <Button type="submit" kind="primary" disabled={isBlocked} busy={isWaiting} {...described}>
          <span dir="auto">{form.submit}</span>
        </Button>
        <Button kind="quiet" disabled={isWaiting} onClick={() => change(undefined)}>
          {appWords().cancel}
        </Button>
      </div>
    </form>
  );
}

interface FieldViewProps {
  readonly client: Client;
  readonly field: FormField;
  readonly value: string | number;
  readonly error: string | undefined;
  readonly onChange: (value: string | number) => void;
}

const LINES = 3;

function FormFieldView({ client, field, value, error, onChange }: FieldViewProps) {
  const w = buttonsWords();
  const { label: name, hint, required, type, options } = field;
  const label = required ? name : w.optional(name);
  const shared = { label, error, ...(hint !== "" && { hint }) };
  switch (type) {
    case "choice":
      return (
        <Select
          {...shared}
          value={String(value)}
          options={[{ value: "", label: w.none }, ...options]}
          onChange={onChange}
        />
      );
    case "person":
      return (
        <UserPicker
          {...shared}
          single
          users={peopleByName(client.watch("users"))}
          chosen={typeof value === "number" ? [value] : []}
          onChange={([chosen]) => onChange(chosen ?? "")}
        />
      );
    default:
      return (
        <Field
          {...shared}
          value={String(value)}
          onInput={onChange}
          required={required}
          {...(type === "date" && { type: "date" as const })}
          {...(type === "long_text" && { lines: LINES })}
        />
      );
  }
}
