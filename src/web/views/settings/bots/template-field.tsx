import { useId } from "preact/hooks";
import { LONGEST_TEMPLATE } from "../../../../protocol/text-lengths.ts";
import { FieldFrame, framed } from "../../../parts/fields/field.tsx";
import { webhooksWords } from "../../../words/settings/integrations/webhooks.ts";

interface TemplateFieldProps {
  readonly label: string;
  readonly value: string;
  readonly lines: number;
  readonly problem: string | undefined;
  /** The line that has the problem. */
  readonly line: number | undefined;
  readonly onInput: (text: string) => void;
  readonly onFocus: () => void;
  readonly onShowLine: (line: number) => void;
  readonly elementRef: (element: HTMLTextAreaElement | HTMLInputElement | null) => void;
}

/** A field for a template, with the problem in it and a button that leads to its line. */
export function TemplateField({ label, value, lines, problem, line, ...rest }: TemplateFieldProps) {
  const id = useId();
  const shared = {
    ...framed(id, { hint: undefined, error: problem }),
    ref: rest.elementRef,
    value,
    spellcheck: false,
    maxLength: LONGEST_TEMPLATE,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => rest.onInput(event.currentTarget.value),
    onFocus: rest.onFocus,
  };
  return (
    <div>
      <FieldFrame id={id} label={label} hint={undefined} error={problem}>
        {lines === 1 ? (
          <input {...shared} type="text" class="field-input template-code" />
        ) : (
          <textarea
            {...shared}
            class="field-input field-area template-code"
            rows={lines}
            style={{ "--lines": lines }}
          />
        )}
      </FieldFrame>
      {problem !== undefined && line !== undefined && lines > 1 && (
        <button type="button" class="template-line" onClick={() => rest.onShowLine(line)}>
          {webhooksWords().showLine(line)}
        </button>
      )}
    </div>
  );
}
