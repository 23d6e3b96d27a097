import { useState } from "preact/hooks";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { showDialog } from "../../../parts/overlays/overlays.tsx";
import { composeWords } from "../../../words/compose.ts";

/** Formats a time for `datetime-local` fields, in this device's time zone. */
const localValue = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

interface Question {
  readonly title?: string;
  readonly submit?: string;
  readonly from?: Date;
  /** True if the time must be in the future. */
  readonly ahead?: boolean;
  /** Called with the chosen time, before the dialog closes. */
  readonly act?: (at: Date) => Promise<unknown>;
}

/** Asks for a date and time. Resolves to undefined if the dialog is closed without a choice. */
export const askTime = (question: Question = {}): Promise<Date | undefined> =>
  new Promise((resolve) => {
    showDialog(<TimeDialog {...question} onDone={resolve} />);
  });

function TimeDialog({ onDone, ...question }: Question & { readonly onDone: (at: Date | undefined) => void }) {
  const compose = composeWords();
  const [value, setValue] = useState(localValue(question.from ?? inAnHour()));
  const at = new Date(value);
  const valid = !Number.isNaN(at.getTime()) && (!question.ahead || at.getTime() > Date.now());
  return (
    <Dialog
      size="s"
      title={question.title ?? compose.timeTitle}
      submit={question.submit ?? compose.insert}
      disabled={!valid}
      onSubmit={async () => {
        await question.act?.(at);
        onDone(at);
      }}
      onClose={() => onDone(undefined)}
    >
      <Field
        type="datetime-local"
        label={compose.timeLabel}
        autofocus
        required
        value={value}
        {...(question.ahead && { min: localValue(new Date()) })}
        onInput={setValue}
      />
    </Dialog>
  );
}

function inAnHour(): Date {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 1);
}
