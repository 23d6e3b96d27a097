import { useState } from "preact/hooks";
import { firstTime, parseRule, ruleText } from "../../../protocol/recurrence.ts";
import { type Client, useClient } from "../../client/client.ts";
import { serverNow } from "../../model/server-time.ts";
import { Choice } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { Dialog } from "../../parts/overlays/dialog.tsx";
import { composeWords } from "../../words/compose.ts";
import { dialogsWords } from "../../words/dialogs.ts";
import { repeatWords } from "../../words/later.ts";
import { inAnHour, type ScheduleParameters } from "../compose/dialogs/time-dialog.tsx";
import { choiceOf, NEVER, type RepeatChoice, ruleOf, timeIn, valueIn } from "./repeat-choice.ts";
import { isPossible, RepeatFields, ZoneField } from "./repeat-fields.tsx";
import { zoneOf } from "./repeat-text.ts";
import { type Repeating, remainingRecurrence } from "./repeats.tsx";

interface Question<Parameters> {
  readonly title: string;
  readonly submit: string;
  /** Called with the request's parameters, before the dialog closes. */
  readonly act: (parameters: Parameters) => Promise<unknown>;
}

interface ChangeQuestion extends Question<Partial<ScheduleParameters>> {
  readonly changed: Repeating;
  /** The note of a reminder. */
  readonly note?: { readonly value: string; readonly maxLength: number };
}

type ScheduleQuestion = (Question<ScheduleParameters> & { readonly changed?: undefined }) | ChangeQuestion;

/** Asks when to send something, and how to repeat it. */
export function askSchedule(client: Client, question: ScheduleQuestion): void {
  client.show(<ScheduleDialog {...question} />);
}

/**
 * Returns the request parameters for a time or, with a repetition, for its first time from then on. `before` is the
 * previous rule.
 */
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

/** Initial values of the fields. */
function fieldsOf(changed: Repeating | undefined, ownZone: string) {
  const { time_zone: zone = ownZone, scheduled_delivery_timestamp: due = 0 } = changed ?? {};
  const isAhead = due > serverNow();
  const soon = changed === undefined ? inAnHour() : new Date(serverNow() * 1000 + 600_000);
  const at = isAhead ? new Date(due * 1000) : soon;
  const recurrence = changed && remainingRecurrence(changed);
  const choice = recurrence === undefined ? NEVER : choiceOf(parseRule(recurrence), zone);
  return { isAhead, at, zone, value: valueIn(zone, at), recurrence, choice };
}

function ScheduleDialog(question: ScheduleQuestion) {
  const w = repeatWords();
  const { user_settings } = useClient().watch("account");
  const { changed, note } = question.changed === undefined ? {} : question;
  const [before] = useState(() => fieldsOf(changed, zoneOf(user_settings)));
  const { recurrence } = before;
  const [zone, setZone] = useState(before.zone);
  const [value, setValue] = useState(before.value);
  const [choice, setChoice] = useState(before.choice);
  const [applies, setApplies] = useState<"next" | "all">(recurrence && note === undefined ? "next" : "all");
  const [text, setText] = useState(note?.value ?? "");
  const keepsTime = before.isAhead && value === before.value && zone === before.zone;
  // The field has no seconds, so an unchanged value must not replace the exact time.
  const at = keepsTime ? before.at : timeIn(zone, value);
  const isTime = at.getTime() > serverNow() * 1000;
  const isForAll = applies === "all";
  const save = () => {
    const times = timeParameters(isForAll ? choice : NEVER, { at, timeZone: zone }, isForAll ? recurrence : undefined);
    if (question.changed === undefined) return question.act(times);
    const keepsTimes = keepsTime && (!isForAll || choice === before.choice);
    const keepsNote = note === undefined || text === note.value;
    if (keepsTimes && keepsNote) return undefined;
    return question.act({
      ...(!keepsTimes && times),
      ...(recurrence !== undefined && { applies_to: applies }),
      ...(!isForAll && { if_due_at: question.changed.scheduled_delivery_timestamp }),
      // The note of an older reminder isn't known, so it is left unchanged.
      ...(!keepsNote && { note: text.trim() }),
    });
  };
  return (
    <Dialog
      size="s"
      title={question.title}
      submit={question.submit}
      disabled={!isTime || (isForAll && !isPossible(choice, at, zone))}
      onSubmit={save}
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
        min={valueIn(zone, new Date(serverNow() * 1000))}
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
