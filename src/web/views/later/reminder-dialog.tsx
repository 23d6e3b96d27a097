import { keysWords } from "../../words/help.ts";
import "../dialogs/dialogs.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import type { MessageId } from "../../model/ids.ts";
import { serverNow } from "../../model/server-time.ts";
import { Choice } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { now } from "../../parts/indicators/time.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { dialogsWords } from "../../words/dialogs.ts";
import { clockTime, dayAndTimeWithin } from "../../words/time.ts";
import { NEVER, timeIn } from "./repeat-choice.ts";
import { isPossible, RepeatFields, ZoneField } from "./repeat-fields.tsx";
import { zoneOf } from "./repeat-text.ts";
import { timeParameters } from "./schedule-dialog.tsx";

export const openReminder = (client: Client, message: MessageId): void =>
  client.show(<ReminderDialog message={message} />);

function ReminderDialog({ message }: { readonly message: MessageId }) {
  const client = useClient();
  const [moment, setMoment] = useState<Moment>("hour");
  const [other, setOther] = useState("");
  const [note, setNote] = useState("");
  const [repeat, setRepeat] = useState(NEVER);
  const w = dialogsWords();
  const shown = new Date(now.value * 1000);
  const [zone, setZone] = useState(zoneOf(client.watch("account").user_settings));
  const when = moment === "other" ? timeIn(zone, other) : at(moment, shown);
  const isValid = Number.isFinite(when.getTime()) && when > shown;
  const save = async () => {
    const pressed = serverNow();
    // Computed again, because the time shown may be outdated.
    const chosen = moment === "other" ? when : at(moment, new Date(pressed * 1000));
    const times = timeParameters(repeat, { at: chosen, timeZone: zone });
    await client.api.post("/reminders", {
      message_id: message,
      note: note.trim(),
      ...times,
    });
    client.toast({ text: w.reminded(dayAndTimeWithin(times.scheduled_delivery_timestamp, pressed)) });
  };
  return (
    <Dialog
      title={keysWords().actions.remind}
      size="s"
      submit={keysWords().actions.remind}
      disabled={!isValid || !isPossible(repeat, when, zone)}
      onSubmit={save}
    >
      <Choice label={w.remindWhen} value={moment} options={presets(shown)} onChange={setMoment} as="column" />
      {moment === "other" && <Field label={w.atTime} quiet type="datetime-local" value={other} onInput={setOther} />}
      {(moment === "other" || repeat.kind !== "never") && <ZoneField zone={zone} onChange={setZone} />}
      <RepeatFields at={when} zone={zone} choice={repeat} onChange={setRepeat} />
      <Field label={w.remindNote} value={note} onInput={setNote} maxLength={client.watch().max_reminder_note_length} />
    </Dialog>
  );
}

/** Time choices for a reminder. */
type Moment = "soon" | "hour" | "hours" | "tomorrow" | "monday" | "other";

const MORNING_HOUR = 9;

function morning(now: Date, days: number): Date {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(MORNING_HOUR, 0, 0, 0);
  return day;
}

/** Days until next Monday, at least one. */
const untilMonday = (now: Date) => (8 - now.getDay()) % 7 || 7;

function at(moment: Exclude<Moment, "other">, now: Date): Date {
  switch (moment) {
    case "soon":
      return new Date(now.getTime() + 20 * 60_000);
    case "hour":
      return new Date(now.getTime() + 60 * 60_000);
    case "hours":
      return new Date(now.getTime() + 3 * 60 * 60_000);
    case "tomorrow":
      return morning(now, 1);
    case "monday":
      return morning(now, untilMonday(now));
    default:
      return moment satisfies never;
  }
}

function presets(now: Date): { value: Moment; label: string; hint?: string }[] {
  const w = dialogsWords();
  const time = (moment: Exclude<Moment, "other">) => clockTime(at(moment, now).getTime() / 1000);
  return [
    { value: "soon", label: w.inMinutes(20), hint: time("soon") },
    { value: "hour", label: w.inHours(1), hint: time("hour") },
    { value: "hours", label: w.inHours(3), hint: time("hours") },
    { value: "tomorrow", label: w.tomorrow, hint: time("tomorrow") },
    { value: "monday", label: w.nextMonday, hint: time("monday") },
    { value: "other", label: w.atTime },
  ];
}
