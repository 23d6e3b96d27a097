import { useState } from "preact/hooks";
import { serverNow } from "../../../model/server-time.ts";
import { Field } from "../../../parts/fields/field.tsx";
import { Dialog } from "../../../parts/overlays/dialog.tsx";
import { showDialog } from "../../../parts/overlays/overlays.tsx";
import { composeWords } from "../../../words/compose.ts";

/** Formats a time for `datetime-local` fields, in this device's time zone. */
const localValue = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export interface ScheduleParameters {
  readonly scheduled_delivery_timestamp: number;
  readonly recurrence?: string;
  readonly time_zone?: string;
  readonly applies_to?: "next" | "all";
  readonly if_due_at?: number;
  readonly note?: string;
}

/** Asks for a date and time. Resolves to undefined if the dialog is closed without a choice. */
export const askTime = (): Promise<Date | undefined> =>
  new Promise((resolve) => {
    showDialog(<TimeDialog onDone={resolve} />);
  });

function TimeDialog({ onDone }: { readonly onDone: (at: Date | undefined) => void }) {
  const compose = composeWords();
  const [value, setValue] = useState(localValue(inAnHour()));
  const at = new Date(value);
  return (
    <Dialog
      size="s"
      title={compose.timeTitle}
      submit={compose.insert}
      disabled={Number.isNaN(at.getTime())}
      onSubmit={() => onDone(at)}
      onClose={() => onDone(undefined)}
    >
      <Field type="datetime-local" label={compose.timeLabel} autofocus required value={value} onInput={setValue} />
    </Dialog>
  );
}

export function inAnHour(): Date {
  const now = new Date(serverNow() * 1000);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate(), now.getHours() + 1);
}
