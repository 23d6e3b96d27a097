import { Field, FieldError } from "../../../../parts/fields/field.tsx";
import { profileFieldsWords } from "../../../../words/settings/organization/profile-fields.ts";
import "../organization.css";
import { LONGEST_FIELD_CHOICE } from "../../../../../protocol/text-lengths.ts";
import type { FieldChoice } from "../../../../model/people/profile-field-data.ts";
import { Button } from "../../../../parts/button.tsx";
import { SortableList } from "../../../../parts/lists/sortable-list.tsx";
import { ToolButton } from "../../../../parts/tool-button.tsx";

interface FieldChoicesProps {
  readonly choices: readonly FieldChoice[];
  /** A text about the values that are deleted together with the removed choices. */
  readonly warning: string | undefined;
  readonly newKey: () => string;
  readonly onChange: (choices: readonly FieldChoice[]) => void;
}

/** The choices of a profile field, which can be named, ordered, added and removed. */
export function FieldChoices({ choices, warning, newKey, onChange }: FieldChoicesProps) {
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
              maxLength={LONGEST_FIELD_CHOICE}
              onInput={(text) => onChange(choices.map((one) => (one.key === choice.key ? { ...one, text } : one)))}
            />
            <ToolButton
              icon="x"
              size="s"
              label={w.removeChoice(nameOf(choice))}
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
