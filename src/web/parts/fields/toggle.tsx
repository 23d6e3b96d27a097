import "./toggle.css";

interface ToggleProps {
  readonly label: string;
  readonly pressed: boolean;
  readonly onChange: (pressed: boolean) => void;
}

/** A button that stays pressed, such as a filter of a list. */
export const Toggle = ({ label, pressed, onChange }: ToggleProps) => (
  <button type="button" class="toggle" aria-pressed={pressed} onClick={() => onChange(!pressed)}>
    {label}
  </button>
);
