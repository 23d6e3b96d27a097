import "./repeat.css";
import { firstTime, nextTimes, type RecurrenceRule } from "../../../protocol/recurrence.ts";
import { Checkbox, Select } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { capitalized } from "../../words/format.ts";
import { repeatWords } from "../../words/later.ts";
import { zoneName, zonesWith } from "../time-zones.ts";
import {
  dateIn,
  type Ending,
  isComplete,
  isLastDay,
  isLastWeekday,
  nthOf,
  type RepeatChoice,
  type RepeatKind,
  ruleOf,
  weekdayOf,
} from "./repeat-choice.ts";
import { timeTexts, weekdayName } from "./repeat-text.ts";

/** Number of upcoming times shown below the fields. */
const SHOWN_TIMES = 3;

/** Returns the first times of a rule that starts at a time, in seconds since 1970. */
function firstTimes(rule: RecurrenceRule, at: Date, timeZone: string): number[] {
  const start = firstTime({ rule, timeZone, from: Math.floor(at.getTime() / 1000) });
  return start === undefined ? [] : nextTimes({ rule, timeZone, start }, start - 1, SHOWN_TIMES);
}

/** True if the choice is a valid repetition for a start at this time. */
export const isPossible = (choice: RepeatChoice, at: Date, zone: string): boolean => {
  if (!isComplete(choice, at, zone)) return false;
  const rule = ruleOf(choice, at, zone);
  return rule === undefined || firstTimes(rule, at, zone).length > 0;
};

interface RepeatFieldsProps {
  readonly at: Date;
  readonly zone: string;
  readonly choice: RepeatChoice;
  readonly onChange: (choice: RepeatChoice) => void;
}

/** Fields for a repetition, and a preview of its next times. */
export function RepeatFields({ at: begins, zone, choice, onChange }: RepeatFieldsProps) {
  const w = repeatWords();
  // No time has been typed yet, or only part of one.
  if (Number.isNaN(begins.getTime())) return null;
  const at = dateIn(zone, begins);
  const change = (part: Partial<RepeatChoice>) => onChange({ ...choice, ...part });
  const { kind } = choice;
  const hasInterval = kind !== "never" && kind !== "weekdays" && kind !== "custom";
  return (
    <>
      <Select
        label={w.repeat}
        value={kind}
        options={kindsFor(at, choice)}
        onChange={(next) => change({ kind: next, ...(next === "weekly" && { days: [weekdayOf(at)] }) })}
      />
      {kind === "weekly" && <Weekdays days={choice.days} onChange={(days) => change({ days })} />}
      {hasInterval && (
        <Field
          type="number"
          min="1"
          label={kind === "daily" ? w.everyDays : kind === "weekly" ? w.everyWeeks : w.everyMonths}
          value={choice.interval}
          onInput={(interval) => change({ interval })}
        />
      )}
      {kind !== "never" && kind !== "custom" && (
        <Select
          label={w.ends}
          value={choice.ending}
          options={(["never", "until", "count"] as const).map((value) => ({ value, label: w.endings[value] }))}
          onChange={(ending: Ending) => change({ ending })}
        />
      )}
      {kind !== "never" && choice.ending === "until" && (
        <Field type="date" label={w.lastDate} value={choice.until} onInput={(until) => change({ until })} required />
      )}
      {kind !== "never" && choice.ending === "count" && (
        <Field type="number" min="1" label={w.times} value={choice.count} onInput={(count) => change({ count })} />
      )}
      {kind !== "never" && <NextTimes at={begins} zone={zone} choice={choice} />}
    </>
  );
}

function kindsFor(at: Date, { kind, custom }: RepeatChoice): { value: RepeatKind; label: string }[] {
  const { options: w, nth } = repeatWords();
  const weekday = weekdayName(weekdayOf(at));
  const last = nth[5] ?? "";
  return [
    { value: "never", label: w.never },
    { value: "daily", label: w.daily },
    { value: "weekdays", label: w.weekdays },
    { value: "weekly", label: w.weekly },
    { value: "monthDay", label: w.monthDay(String(at.getUTCDate())) },
    ...(isLastDay(at) || kind === "lastDay" ? [{ value: "lastDay" as const, label: w.lastDay }] : []),
    { value: "monthWeekday", label: w.monthWeekday(nth[nthOf(at) - 1] ?? "", weekday) },
    ...(isLastWeekday(at) || kind === "lastWeekday"
      ? [{ value: "lastWeekday" as const, label: w.monthWeekday(last, weekday) }]
      : []),
    ...(custom === undefined ? [] : [{ value: "custom" as const, label: w.custom }]),
  ];
}

function Weekdays({
  days,
  onChange,
}: {
  readonly days: readonly number[];
  readonly onChange: (days: number[]) => void;
}) {
  return (
    <fieldset class="choice choice-row">
      <legend class="field-label">{repeatWords().on}</legend>
      <div class="choice-options">
        {[0, 1, 2, 3, 4, 5, 6].map((day) => (
          <Checkbox
            key={day}
            label={capitalized(weekdayName(day))}
            checked={days.includes(day)}
            onChange={(checked) => onChange(checked ? [...days, day] : days.filter((one) => one !== day))}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** A field for the time zone of the entered times. */
export function ZoneField({ zone, onChange }: { readonly zone: string; readonly onChange: (zone: string) => void }) {
  return (
    <Select
      label={repeatWords().zone}
      value={zone}
      options={zonesWith(zone).map((value) => ({ value, label: zoneName(value) }))}
      onChange={onChange}
    />
  );
}

function NextTimes({ at, zone, choice }: Omit<RepeatFieldsProps, "onChange">) {
  const w = repeatWords();
  const rule = isComplete(choice, at, zone) ? ruleOf(choice, at, zone) : undefined;
  const times = rule === undefined ? [] : firstTimes(rule, at, zone);
  return (
    <div class="repeat-next" role="status">
      {times.length === 0 ? (
        <p>{w.noNext}</p>
      ) : (
        <>
          <p class="field-label">{w.next}</p>
          <ul>
            {times.map((time) => {
              const [there, here] = timeTexts(zone, time);
              return (
                <li key={time}>
                  {there} {here !== undefined && <span class="repeat-here">{here}</span>}
                </li>
              );
            })}
          </ul>
        </>
      )}
    </div>
  );
}
