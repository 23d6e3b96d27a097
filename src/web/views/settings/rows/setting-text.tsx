import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../../../parts/fields/field.tsx";
import { type Setting, useSaving } from "./setting.ts";
import { rowHint, SettingRow } from "./setting-row.tsx";

interface Props {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly setting: Setting<string>;
  readonly type?: "text" | "email" | "url" | "number" | "date";
  readonly maxLength?: number;
  /** The number of lines, which makes the field a text area. */
  readonly lines?: number;
  readonly placeholder?: string;
  readonly autocomplete?: string;
}

/** A row for a text, which is saved when the field is left or by Enter; Escape restores the saved text. */
export function SettingText({ label, hint, setting, ...field }: Props) {
  const { shown, change, error, isSaved } = useSaving(setting);
  /** The text that is typed and not saved. */
  const [typed, setTyped] = useState<string>();
  const commit = async () => {
    if (typed === undefined) return;
    if (typed.trim() === shown.trim()) setTyped(undefined);
    // A text that was refused stays in the field, so that it can be corrected.
    else if (await change(typed.trim())) setTyped((now) => (now === typed ? undefined : now));
  };
  return (
    <SettingRow isSaved={isSaved && typed === undefined}>
      <Field
        {...field}
        label={label}
        hint={rowHint(hint, setting.locked)}
        error={error}
        value={typed ?? shown}
        disabled={setting.locked !== undefined}
        onInput={setTyped}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (event.isComposing) return;
          if (event.key === "Enter" && (field.lines === undefined || event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void commit();
          } else if (event.key === "Escape" && typed !== undefined && typed !== shown) {
            // Escape must not leave the screen as well.
            event.stopPropagation();
            setTyped(undefined);
          }
        }}
      />
    </SettingRow>
  );
}
