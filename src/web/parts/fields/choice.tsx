import "./choice.css";
import "./switch.css";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon, type IconName } from "../icon.tsx";
import { FieldFrame, framed } from "./field.tsx";

interface Option<Value extends string | number> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly icon?: IconName;
  readonly disabled?: boolean;
}

interface ChoiceProps<Value extends string | number> {
  readonly label: string;
  /** True if the label is hidden. Screen readers still read it. */
  readonly quiet?: boolean;
  readonly value: Value | undefined;
  readonly options: readonly Option<Value>[];
  readonly disabled?: boolean;
  /** "row": a few short options side by side; "column": stacked, with room for hints. */
  readonly as?: "row" | "column";
  readonly onChange: (value: Value) => void;
}

/** A choice between a few options, all of them visible. */
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
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

/** A form checkbox, which takes effect on submit. */
export const Checkbox = ({ label, hint, checked, disabled, onChange }: CheckboxProps) => (
  <label class="choice-option">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <span>
      <span class="choice-label">{label}</span>
      {hint !== undefined && <span class="choice-hint">{hint}</span>}
    </span>
  </label>
);

interface SelectProps<Value extends string | number> {
  readonly label: string;
  readonly quiet?: boolean;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly disabled?: boolean }[];
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}

/** A native select, which every phone and screen reader supports. */
export function Select<Value extends string | number>({ options, value, onChange, ...rest }: SelectProps<Value>) {
  const id = useId();
  const { label, hint, error, quiet = false } = rest;
  return (
    <FieldFrame {...{ id, label, hint, error, quiet }}>
      <span class="select">
        <select
          {...framed(id, { hint, error })}
          class="field-input"
          disabled={rest.disabled}
          onChange={(event) => {
            const chosen = options[event.currentTarget.selectedIndex];
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option
              key={option.value}
              value={option.value}
              disabled={option.disabled}
              selected={option.value === value}
            >
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" />
      </span>
    </FieldFrame>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A switch, which takes effect immediately. */
export function Switch({ label, hint, on, disabled, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div class="switch-row">
      <label class="switch-label" for={id}>
        {label}
      </label>
      <input
        id={id}
        class="switch"
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {hint !== undefined && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ToggleProps {
  readonly label: string;
  readonly pressed: boolean;
  readonly onChange: (pressed: boolean) => void;
}

/** A toggle button, such as a list filter. */
export const Toggle = ({ label, pressed, onChange }: ToggleProps) => (
  <button type="button" class="toggle" aria-pressed={pressed} onClick={() => onChange(!pressed)}>
    {label}
  </button>
);
