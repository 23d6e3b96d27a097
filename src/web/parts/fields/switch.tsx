import "./switch.css";
import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface SwitchProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly on: boolean;
  readonly disabled?: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A switch, which takes effect at once. */
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
