import "./select.css";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "../icon.tsx";
import { FieldFrame, framed } from "./field.tsx";

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

/** A choice of one option in the system's own list, which every phone and screen reader supports. */
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
