import { messageWords } from "../../words/feed.ts";
import "./field.css";
import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { pickersWords } from "../../words/people.ts";
import { ToolButton } from "../button.tsx";

interface FieldLabels {
  readonly label: string;
  /** True if the label is hidden. Screen readers still read it. */
  readonly quiet?: boolean;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
}

/** The error of a field or form, if any. Screen readers read it immediately. */
export const FieldError = ({ id, text }: { readonly id?: string; readonly text: string | undefined }) =>
  text === undefined ? null : (
    <p class="field-error" id={id} role="alert">
      {text}
    </p>
  );

interface FrameProps extends FieldLabels {
  readonly id: string;
  readonly children: ComponentChildren;
}

/** A control with its label above, and its hint and error below. */
export const FieldFrame = ({ id, label, quiet = false, hint, error, children }: FrameProps) => (
  <div class="field">
    <label for={id} class={quiet ? "for-readers" : "field-label"}>
      {label}
    </label>
    {children}
    <FieldError id={`${id}-error`} text={error} />
    {hint !== undefined && (
      <p class="field-hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
  </div>
);

/** Attributes that connect a control to its label, hint and error. */
export const framed = (id: string, { hint, error }: Pick<FieldLabels, "hint" | "error">) => ({
  id,
  "aria-invalid": error !== undefined || undefined,
  "aria-describedby":
    [error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`].filter(Boolean).join(" ") || undefined,
});

interface FieldProps extends FieldLabels {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly type?: "text" | "email" | "password" | "url" | "search" | "number" | "date" | "datetime-local" | "tel";
  readonly placeholder?: string;
  readonly autocomplete?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly autofocus?: boolean;
  readonly maxLength?: number | undefined;
  readonly min?: string;
  readonly spellcheck?: boolean;
  /** Suggestions shown while the user types in a single-line field. */
  readonly suggestions?: readonly string[];
  /** Lines of a text area. Without it, the field is a single line. */
  readonly lines?: number;
  readonly elementRef?: (element: HTMLInputElement | HTMLTextAreaElement | null) => void;
  readonly onBlur?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** A text field or text area with its label. A password can be made visible. */
export function Field({ label, quiet, hint, error, value, onInput, lines, type = "text", ...rest }: FieldProps) {
  const id = useId();
  const [seen, setSeen] = useState(false);
  const { elementRef, suggestions, ...attributes } = rest;
  const shared = {
    ...attributes,
    ...framed(id, { hint, error }),
    ref: elementRef ?? null,
    value,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => onInput(event.currentTarget.value),
  };
  const around = { id, label, hint, error, quiet: quiet ?? false };
  return (
    <FieldFrame {...around}>
      {lines !== undefined ? (
        <textarea {...shared} class="field-input field-area" rows={lines} style={{ "--lines": lines }} />
      ) : type === "password" ? (
        <span class="field-password">
          <input {...shared} class="field-input" type={(seen ? "text" : "password") as "text"} spellcheck={false} />
          <ToolButton
            icon={seen ? "eye-off" : "eye"}
            size="s"
            label={seen ? pickersWords().hide : messageWords().show}
            onClick={() => setSeen(!seen)}
          />
        </span>
      ) : (
        <>
          <input
            {...shared}
            class="field-input"
            type={type as "text"}
            list={suggestions === undefined ? undefined : `${id}-list`}
          />
          {suggestions !== undefined && (
            <datalist id={`${id}-list`}>
              {suggestions.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          )}
        </>
      )}
    </FieldFrame>
  );
}

/** A field that filters a list. Its label is only shown as the placeholder. */
export const SearchField = (props: Omit<FieldProps, "quiet" | "type" | "placeholder">) => (
  <Field {...props} quiet type="search" placeholder={props.label} />
);
