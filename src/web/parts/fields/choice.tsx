import "./choice.css";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon, type IconName } from "../icon.tsx";

interface Option<Value extends string | number> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

interface ChoiceProps<Value extends string | number> {
  readonly label: string;
  /** Whether the label is hidden; screen readers still read it. */
  readonly quiet?: boolean;
  readonly value: Value | undefined;
  readonly options: readonly Option<Value>[];
  readonly disabled?: boolean;
  /** "row": a few short options beside each other; "column": one below the other, with room for hints. */
  readonly as?: "row" | "column";
  readonly onChange: (value: Value) => void;
}

/** A choice of one option among a few, all of which are visible. */
export function Choice<Value extends string | number>({ as = "column", ...props }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset class={`choice choice-${as}`} disabled={props.disabled}>
      <legend class={props.quiet ? "for-readers" : "field-label"}>{props.label}</legend>
      <div class="choice-options">
        {props.options.map(({ value, label, hint, icon, disabled }) => (
          <label key={value} class="choice-option">
            <input
              type="radio"
              name={name}
              checked={value === props.value}
              disabled={disabled}
              onChange={() => props.onChange(value)}
            />
            {icon !== undefined && <Icon name={icon} />}
            <span>
              <span class="choice-label">{label}</span>
              {hint !== undefined && <span class="choice-hint">{hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface CheckboxProps {
  readonly label: ComponentChildren;
  readonly hint?: ComponentChildren;
  readonly checked: boolean;
  /** Whether it is neither on nor off, because it stands for several values that differ. */
  readonly mixed?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A checkbox of a form, which takes effect when the form is submitted. */
export const Checkbox = ({ label, hint, checked, mixed = false, disabled, onChange }: CheckboxProps) => (
  <label class="choice-option">
    <input
      type="checkbox"
      checked={checked}
      indeterminate={mixed}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>
      <span class="choice-label">{label}</span>
      {hint !== undefined && <span class="choice-hint">{hint}</span>}
    </span>
  </label>
);
