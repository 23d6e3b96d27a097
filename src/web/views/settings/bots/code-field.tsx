import { useId, useRef } from "preact/hooks";
import { FieldFrame, framed } from "../../../parts/fields/field.tsx";

interface CodeFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly maxLength: number;
  readonly onInput: (text: string) => void;
}

const SHOWN_LINES = 14;

export function CodeField({ label, hint, value, maxLength, onInput }: CodeFieldProps) {
  const id = useId();
  const numbers = useRef<HTMLPreElement>(null);
  const lines = value.split("\n").length;
  return (
    <FieldFrame id={id} label={label} hint={hint}>
      <div class="code-field" dir="ltr">
        <pre ref={numbers} class="code-field-numbers" aria-hidden="true">
          {Array.from({ length: lines }, (_, index) => `${index + 1}\n`).join("")}
        </pre>
        <textarea
          {...framed(id, { hint, error: undefined })}
          class="field-input field-area code-field-text"
          rows={SHOWN_LINES}
          style={{ "--lines": SHOWN_LINES }}
          wrap="off"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
          maxLength={maxLength}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          onScroll={(event) => {
            if (numbers.current) numbers.current.scrollTop = event.currentTarget.scrollTop;
          }}
        />
      </div>
    </FieldFrame>
  );
}
