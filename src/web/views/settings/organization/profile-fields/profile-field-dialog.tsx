import { appWords } from "../../../../words/app.ts";
import "../organization.css";
import { useState } from "preact/hooks";
import {
  MAX_FIELD_CHOICE_LENGTH,
  MAX_FIELD_HINT_LENGTH,
  MAX_FIELD_NAME_LENGTH,
} from "../../../../../protocol/text-lengths.ts";
import { useClient } from "../../../../client/client.ts";
import {
  accountOf,
  choicesData,
  choicesOf,
  type FieldChoice,
  newChoiceKey,
} from "../../../../model/people/profile-field-data.ts";
import type { ProfileField } from "../../../../model/state.ts";
import { Button, ToolButton } from "../../../../parts/button.tsx";
import { Checkbox, Select } from "../../../../parts/fields/choice.tsx";
import { Field, FieldError } from "../../../../parts/fields/field.tsx";
import { SortableList } from "../../../../parts/lists/sortable-list.tsx";
import { Dialog } from "../../../../parts/overlays/dialog.tsx";
import { profileFieldsWords } from "../../../../words/settings/organization/customization.ts";
import { useChanges, useFields } from "../../../use-fields.ts";

/** Ids of those `custom_profile_field_types` that are treated specially here. */
const TYPE = { text: 1, paragraph: 2, choices: 3, people: 6, account: 7 } as const;
const MAX_IN_SUMMARY = 2;
const CUSTOM = "custom";

/** The empty choices of a new field. */
const BEGINNING: readonly FieldChoice[] = [
  { key: "0", text: "" },
  { key: "1", text: "" },
];

/** Creates or edits a profile field. The type of an existing field can't be changed. */
export function ProfileFieldDialog({ field }: { readonly field: ProfileField | undefined }) {
  const client = useClient();
  const state = client.watch("realm");
  const w = profileFieldsWords();
  const app = appWords();
  const accounts = state.realm_default_external_accounts;
  const [type, setType] = useState<number>(field?.type ?? TYPE.text);
  const before = field?.type === TYPE.choices ? choicesOf(field.field_data) : [];
  const [choices, setChoices] = useState(before[0] === undefined ? BEGINNING : before);
  const kept = field?.type === TYPE.account ? accountOf(field.field_data) : undefined;
  const [account, setAccount] = useState(kept?.subtype ?? Object.keys(accounts)[0] ?? CUSTOM);
  const { field: input, texts } = useFields({
    name: field?.name ?? "",
    hint: field?.hint ?? "",
    pattern: kept?.url_pattern ?? "",
  });
  const [inSummary, setInSummary] = useState(field?.display_in_profile_summary ?? false);
  const [required, setRequired] = useState(field?.required ?? false);
  const [editable, setEditable] = useState(field?.editable_by_user ?? true);

  // The name and hint are determined by the kind of account, and can't be changed.
  const isFixed = type === TYPE.account && account !== CUSTOM;
  const fits = type !== TYPE.paragraph && type !== TYPE.people;
  const others = state.custom_profile_fields.filter((one) => one.id !== field?.id && one.display_in_profile_summary);
  const isFull = others.length >= MAX_IN_SUMMARY;
  const given = choices.filter(({ text }) => text.trim() !== "");
  const gone = before.filter(({ key }) => !given.some((one) => one.key === key)).length;
  const isMissing =
    (!isFixed && texts.name === "") ||
    (type === TYPE.choices && given.length === 0) ||
    (type === TYPE.account && account === CUSTOM && texts.pattern === "");
  const data =
    type === TYPE.choices
      ? { field_data: choicesData(given) }
      : type === TYPE.account
        ? { field_data: account === CUSTOM ? { subtype: CUSTOM, url_pattern: texts.pattern } : { subtype: account } }
        : {};
  const traits = { display_in_profile_summary: inSummary && fits, required, editable_by_user: editable };
  const named = { name: texts.name, hint: texts.hint, ...data };
  const changes = useChanges({ ...(!isFixed && named), ...traits });
  const save = () => {
    if (field !== undefined) return client.api.patch(`/realm/profile_fields/${field.id}`, changes);
    const described = isFixed ? data : named;
    return client.api.post("/realm/profile_fields", { field_type: type, ...described, ...traits });
  };
  return (
    <Dialog
      title={field === undefined ? w.rows.add : app.editNamed(field.name)}
      submit={field === undefined ? w.create : app.save}
      disabled={isMissing}
      onSubmit={save}
    >
      <Select
        label={w.type}
        value={type}
        disabled={field !== undefined}
        options={Object.values(state.custom_profile_field_types).map(({ id, name: known }) => ({
          value: id,
          label: w.types[id] ?? known,
        }))}
        onChange={setType}
      />
      {type === TYPE.account && (
        <Select
          label={w.account}
          value={account}
          disabled={field !== undefined}
          hint={isFixed ? w.fixed : undefined}
          options={[
            ...Object.entries(accounts).map(([value, { text }]) => ({ value, label: text ?? value })),
            { value: CUSTOM, label: w.otherAccount },
          ]}
          onChange={setAccount}
        />
      )}
      {type === TYPE.account && account === CUSTOM && (
        <Field label={w.urlPattern} hint={w.urlPatternHint} {...input("pattern")} spellcheck={false} required />
      )}
      {!isFixed && (
        <>
          <Field label={app.name} {...input("name")} maxLength={MAX_FIELD_NAME_LENGTH} required />
          <Field label={w.fieldHint} hint={w.fieldHintHint} {...input("hint")} maxLength={MAX_FIELD_HINT_LENGTH} />
        </>
      )}
      {type === TYPE.choices && (
        <FieldChoices
          choices={choices}
          onChange={setChoices}
          newKey={() => newChoiceKey(choices, before)}
          warning={gone === 0 ? undefined : w.choiceGoes(gone)}
        />
      )}
      <Checkbox
        label={w.summary}
        hint={fits ? (isFull && !inSummary ? w.summaryFull : undefined) : w.summaryNot}
        checked={inSummary && fits}
        disabled={!fits || (isFull && !inSummary)}
        onChange={setInSummary}
      />
      <Checkbox label={w.required} checked={required} onChange={setRequired} />
      <Checkbox label={w.editable} hint={w.editableHint} checked={editable} onChange={setEditable} />
    </Dialog>
  );
}

interface FieldChoicesProps {
  readonly choices: readonly FieldChoice[];
  /** A warning about values that are deleted with the removed choices. */
  readonly warning: string | undefined;
  readonly newKey: () => string;
  readonly onChange: (choices: readonly FieldChoice[]) => void;
}

/** A profile field's choices, which can be named, ordered, added and removed. */
function FieldChoices({ choices, warning, newKey, onChange }: FieldChoicesProps) {
  const w = profileFieldsWords();
  const place = (choice: FieldChoice) => choices.indexOf(choice) + 1;
  const nameOf = (choice: FieldChoice) => (choice.text.trim() === "" ? w.choice(place(choice)) : choice.text);
  return (
    <fieldset class="field-choices">
      <legend class="field-label">{w.choices}</legend>
      <SortableList
        label={w.choices}
        items={choices}
        keyOf={({ key }) => key}
        nameOf={nameOf}
        onOrder={onChange}
        row={(choice) => (
          <>
            <Field
              label={w.choice(place(choice))}
              quiet
              value={choice.text}
              maxLength={MAX_FIELD_CHOICE_LENGTH}
              onInput={(text) => onChange(choices.map((one) => (one.key === choice.key ? { ...one, text } : one)))}
            />
            <ToolButton
              icon="x"
              size="s"
              label={appWords().removeNamed(nameOf(choice))}
              disabled={choices.length === 1}
              onClick={() => onChange(choices.filter(({ key }) => key !== choice.key))}
            />
          </>
        )}
      />
      <div>
        <Button icon="plus" onClick={() => onChange([...choices, { key: newKey(), text: "" }])}>
          {w.addChoice}
        </Button>
      </div>
      <FieldError text={warning} />
    </fieldset>
  );
}
