import { useState } from "preact/hooks";
import { Button } from "../../../parts/button.tsx";

interface LineFormProps {
  readonly label: string;
  /** The label of the button. */
  readonly action: string;
  readonly value?: string;
  /** Called with the text; the field is emptied if it resolves to true. */
  readonly onDone: (text: string) => Promise<boolean>;
  readonly onCancel?: () => void;
}

/** A field for one line, with a button. */
export function LineForm({ label, action, value = "", onDone, onCancel }: LineFormProps) {
  const [text, setText] = useState(value);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed === "" || isBusy) return;
    setBusy(true);
    if (await onDone(trimmed)) setText("");
    setBusy(false);
  };
  return (
    <form class="widget-form" onSubmit={submit}>
      <input
        class="widget-input"
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={1000}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || onCancel === undefined) return;
          event.stopPropagation();
          onCancel();
        }}
      />
      <Button type="submit" kind="quiet" busy={isBusy} disabled={text.trim() === ""}>
        {action}
      </Button>
    </form>
  );
}
