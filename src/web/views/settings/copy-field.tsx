import "./settings.css";
import type { ComponentChildren } from "preact";
import { Field } from "../../parts/fields/field.tsx";
import { CopyButton } from "../copy-button.tsx";

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: ComponentChildren;
  /** Number of lines, which makes the field a text area. */
  readonly lines?: number;
}

export const CopyField = ({ label, value, hint, lines }: CopyFieldProps) => (
  <div class="copy-field field-code">
    <Field
      label={label}
      value={value}
      hint={hint}
      readOnly
      spellcheck={false}
      onInput={() => {}}
      {...(lines && { lines })}
    />
    <CopyButton text={value} />
  </div>
);
