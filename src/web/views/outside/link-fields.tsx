import { serverNow } from "../../model/server-time.ts";
import type { ManagedLink } from "../../model/state.ts";
import { Checkbox, Select } from "../../parts/fields/choice.tsx";
import { Field } from "../../parts/fields/field.tsx";
import { outsideWords } from "../../words/outside.ts";
import { shortDate } from "../../words/time.ts";

const DAY_SECONDS = 86_400;
const SPANS = { day: DAY_SECONDS, week: 7 * DAY_SECONDS, month: 30 * DAY_SECONDS } as const;
const MIN_SECONDS = 3600;
const MAX_SECONDS = 366 * DAY_SECONDS;
const MAX_PEOPLE = 100;

type Rights = Pick<ManagedLink, "can_post" | "can_upload" | "can_call">;

/** The values of a link's form, as typed. */
export interface LinkForm extends Rights {
  /** When the link ends. For "kept", the end isn't changed. */
  readonly until: keyof typeof SPANS | "date" | "kept";
  readonly lastDay: string;
  readonly people: string;
}

export const NEW_LINK: LinkForm = {
  ...{ until: "week", lastDay: "", people: "1", can_post: true, can_upload: false, can_call: false },
};

/** Returns the seconds from now until the chosen end. Undefined if the end isn't changed or isn't valid. */
function secondsLeft({ until, lastDay }: LinkForm): number | undefined {
  if (until === "kept") return undefined;
  if (until !== "date") return SPANS[until];
  // The link ends at the end of the day in this device's time zone.
  const seconds = Math.floor(new Date(`${lastDay}T23:59:59`).getTime() / 1000 - serverNow());
  return seconds >= MIN_SECONDS && seconds <= MAX_SECONDS ? seconds : undefined;
}

function linkErrors(form: LinkForm) {
  const people = Number(form.people);
  const isCount = Number.isInteger(people) && people >= 1 && people <= MAX_PEOPLE;
  const w = outsideWords();
  return {
    lastDay: form.until === "date" && secondsLeft(form) === undefined ? w.badDay : undefined,
    people: isCount ? undefined : w.badPeople,
  };
}

export function isComplete(form: LinkForm): boolean {
  const { lastDay, people } = linkErrors(form);
  return lastDay === undefined && people === undefined;
}

/** Returns the request parameters of a complete form. */
export function linkParameters(form: LinkForm) {
  const expires_in = secondsLeft(form);
  return {
    ...(expires_in !== undefined && { expires_in }),
    max_people: Number(form.people),
    can_post: form.can_post,
    can_upload: form.can_post && form.can_upload,
    can_call: form.can_call,
  };
}

interface LinkFieldsProps {
  readonly form: LinkForm;
  readonly onChange: (form: LinkForm) => void;
  /** The current end of an existing link. */
  readonly end?: number;
}

/** Fields for a link's end, its number of people, and their rights. */
export function LinkFields({ form, onChange, end }: LinkFieldsProps) {
  const w = outsideWords();
  const errors = linkErrors(form);
  const change = (changes: Partial<LinkForm>) => onChange({ ...form, ...changes });
  const times = (["day", "week", "month", "date"] as const).map((value) => ({ value, label: w.times[value] }));
  return (
    <>
      <Select<LinkForm["until"]>
        label={w.until}
        value={form.until}
        options={
          end === undefined ? times : [{ value: "kept", label: w.times.kept(shortDate(end, serverNow())) }, ...times]
        }
        onChange={(until) => change({ until })}
      />
      {form.until === "date" && (
        <Field
          label={w.lastDay}
          type="date"
          value={form.lastDay}
          onInput={(lastDay) => change({ lastDay })}
          error={form.lastDay === "" ? undefined : errors.lastDay}
        />
      )}
      <Field
        label={w.people}
        type="number"
        min="1"
        value={form.people}
        onInput={(people) => change({ people })}
        error={errors.people}
      />
      <fieldset class="choice outside-rights">
        <legend class="field-label">{w.allowed}</legend>
        <Checkbox label={w.post} checked={form.can_post} onChange={(can_post) => change({ can_post })} />
        <Checkbox
          label={w.upload}
          hint={w.uploadHint}
          checked={form.can_post && form.can_upload}
          disabled={!form.can_post}
          onChange={(can_upload) => change({ can_upload })}
        />
        <Checkbox label={w.call} checked={form.can_call} onChange={(can_call) => change({ can_call })} />
      </fieldset>
    </>
  );
}
