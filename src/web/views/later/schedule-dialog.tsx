import { useState } from "preact/hooks";
import { firstTime, parseRule, ruleText } from "../../../protocol/recurrence.ts";
import { type Client, useClient } from "../../client/client.ts";
import { Choice } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { composeWords } from "../../words/compose.ts";
import { dialogsWords } from "../../words/dialogs.ts";
import { repeatWords } from "../../words/later.ts";
import { inAnHour, localValue, type ScheduleParameters } from "../compose/dialogs/time-dialog.tsx";
import { openDialog } from "../open-dialog.tsx";
import { choiceOf, dateIn, NEVER, type RepeatChoice, ruleOf, timeIn } from "./repeat-choice.ts";
import { isPossible, RepeatFields, ZoneField } from "./repeat-fields.tsx";
import { zoneOf } from "./repeat-text.ts";

interface ScheduleQuestion {
  readonly title: string;
  readonly submit: string;
  readonly from?: Date;
  /** The rule of what is rescheduled, if it repeats. */
  readonly recurrence?: string | undefined;
  readonly timeZone?: string | undefined;
  /** The note of a reminder that is changed. */
  readonly note?: { readonly value: string; readonly maxLength: number };
  /** Called with the request's parameters, before the dialog closes. */
  readonly act: (parameters: ScheduleParameters) => Promise<unknown>;
}

/** Asks when something is sent, and how it repeats. */
export function askSchedule(client: Client, question: ScheduleQuestion): void {
  openDialog(client, <ScheduleDialog {...question} />);
}

/** Returns the parameters of what is due at a time and repeats as chosen from then on. `before` is its former rule. */
export function timeParameters(
  choice: RepeatChoice,
  { at, timeZone }: { readonly at: Date; readonly timeZone: string },
  before?: string,
): ScheduleParameters {
  const from = Math.floor(at.getTime() / 1000);
  const rule = ruleOf(choice, at, timeZone);
  if (rule === undefined)
    return { scheduled_delivery_timestamp: from, ...(before !== undefined && { recurrence: "" }) };
  const first = firstTime({ rule, timeZone, from }) ?? from;
  return { scheduled_delivery_timestamp: first, recurrence: ruleText(rule), time_zone: timeZone };
}

function ScheduleDialog({ title, submit, from = inAnHour(), recurrence, timeZone, note, act }: ScheduleQuestion) {
  const w = repeatWords();
  const { user_settings } = useClient().watch("account");
  const [zone, setZone] = useState(timeZone ?? zoneOf(user_settings));
  const [value, setValue] = useState(localValue(dateIn(zone, from)));
  const [choice, setChoice] = useState(() =>
    recurrence === undefined ? NEVER : choiceOf(parseRule(recurrence), zone),
  );
  const [applies, setApplies] = useState<"next" | "all">(recurrence === undefined ? "all" : "next");
  const [text, setText] = useState(note?.value ?? "");
  const at = timeIn(zone, value);
  const isTime = at.getTime() > Date.now();
  const isForAll = applies === "all";
  return (
    <Dialog
      size="s"
      title={title}
      submit={submit}
      disabled={!isTime || (isForAll && !isPossible(choice, at, zone))}
      onSubmit={() =>
        act({
          ...timeParameters(isForAll ? choice : NEVER, { at, timeZone: zone }, isForAll ? recurrence : undefined),
          ...(recurrence !== undefined && { applies_to: applies }),
          // The note of an older reminder isn't known, and stays then.
          ...(note !== undefined && text !== note.value && { note: text.trim() }),
        })
      }
    >
      {recurrence !== undefined && (
        <Choice
          label={w.applies}
          value={applies}
          options={[
            { value: "next", label: w.appliesNext },
            { value: "all", label: w.appliesAll },
          ]}
          onChange={setApplies}
        />
      )}
      <Field
        type="datetime-local"
        label={composeWords().timeLabel}
        autofocus
        required
        value={value}
        min={localValue(dateIn(zone, new Date()))}
        onInput={setValue}
      />
      <ZoneField zone={zone} onChange={setZone} />
      {isForAll && <RepeatFields at={at} zone={zone} choice={choice} onChange={setChoice} />}
      {note !== undefined && (
        <Field label={dialogsWords().remindNote} value={text} onInput={setText} maxLength={note.maxLength} />
      )}
    </Dialog>
  );
}
