import { dialogsWords } from "../../words/dialogs.ts";
import "./dialogs.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import type { MessageId } from "../../model/ids.ts";
import { Choice } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { dayAndTime } from "../../words/time.ts";
import { at, type Moment, presets } from "./moments.ts";
import { openDialog } from "./open-dialog.tsx";

export const openReminder = (client: Client, message: MessageId): void =>
  openDialog(client, <ReminderDialog message={message} />);

/** Asks for the time of a reminder of a message. */
function ReminderDialog({ message }: { readonly message: MessageId }) {
  const client = useClient();
  const [moment, setMoment] = useState<Moment>("hour");
  const [other, setOther] = useState("");
  const [note, setNote] = useState("");
  const w = dialogsWords();
  const now = new Date();
  const when = moment === "other" ? new Date(other) : at(moment, now);
  const isValid = Number.isFinite(when.getTime()) && when > now;
  const save = async () => {
    const seconds = Math.floor(when.getTime() / 1000);
    await client.api.post("/reminders", {
      message_id: message,
      scheduled_delivery_timestamp: seconds,
      note: note.trim(),
    });
    client.toast({ text: w.reminded(dayAndTime(seconds, now.getTime() / 1000)) });
  };
  return (
    <Dialog title={w.remind} size="s" submit={w.remind} disabled={!isValid} onSubmit={save}>
      <Choice label={w.remindWhen} value={moment} options={presets(now)} onChange={setMoment} as="column" />
      {moment === "other" && <Field label={w.atTime} quiet type="datetime-local" value={other} onInput={setOther} />}
      <Field label={w.remindNote} value={note} onInput={setNote} maxLength={client.watch().max_reminder_note_length} />
    </Dialog>
  );
}
