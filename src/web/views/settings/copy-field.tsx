import "./settings.css";
import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { appWords } from "../../words/app.ts";
import { copyText } from "../copy-text.ts";

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly hint?: ComponentChildren;
  /** Number of lines, which makes the field a text area. */
  readonly lines?: number;
}

export function CopyField({ label, value, hint, lines }: CopyFieldProps) {
  const client = useClient();
  return (
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
      <Button icon="copy" onClick={() => void copyText(client, value)}>
        {appWords().copy}
      </Button>
    </div>
  );
}
