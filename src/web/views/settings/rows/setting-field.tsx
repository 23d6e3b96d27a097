import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { isComposed } from "../../../keyboard.ts";
import { Select } from "../../../parts/fields/choice.tsx";
import { Field } from "../../../parts/fields/field.tsx";
import { labelled } from "../../../words/app.ts";
import { duration } from "../../../words/duration.ts";
import { organizationPermissionsWords } from "../../../words/settings/organization/organization-permissions.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import { lockable, type Setting, SettingRow, useSaving } from "./setting-row.tsx";

interface Props {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly setting: Setting<string>;
  readonly type?: "text" | "email" | "url" | "number" | "date";
  readonly maxLength?: number;
  /** Number of lines, which makes the field a text area. */
  readonly lines?: number;
  readonly placeholder?: string;
  readonly autocomplete?: string;
}

/** A row for a text setting, which is saved on blur or Enter; Escape restores the saved text. */
export function SettingText({ label, hint, setting, ...field }: Props) {
  const { shown, change, error, isSaved } = useSaving(setting);
  /** Typed text that isn't saved. */
  const [typed, setTyped] = useState<string>();
  const commit = async () => {
    if (typed === undefined) return;
    if (typed.trim() === shown.trim()) setTyped(undefined);
    // A refused text stays in the field to be corrected.
    else if (await change(typed.trim())) setTyped((now) => (now === typed ? undefined : now));
  };
  return (
    <SettingRow isSaved={isSaved && typed === undefined}>
      <Field
        {...field}
        label={label}
        {...lockable(setting, hint)}
        // Not shown after Escape, because the restored text isn't the one that was refused.
        error={typed === undefined ? undefined : error}
        value={typed ?? shown}
        onInput={setTyped}
        onBlur={() => void commit()}
        onKeyDown={(event) => {
          if (isComposed(event)) return;
          if (event.key === "Enter" && (field.lines === undefined || event.ctrlKey || event.metaKey)) {
            event.preventDefault();
            void commit();
          } else if (event.key === "Escape" && typed !== undefined && typed !== shown) {
            // Escape must not also leave the screen.
            event.stopPropagation();
            setTyped(undefined);
          }
        }}
      />
    </SettingRow>
  );
}

interface NumberProps {
  readonly label: string;
  readonly hint?: string;
  /** True if the label is hidden because text above it says the same. Screen readers still read it. */
  readonly quiet?: boolean;
  readonly setting: Setting<number>;
  readonly least: number;
}

/** A row for an integer, which is saved on blur or Enter; Escape restores the saved number. */
export function SettingNumber({ label, hint, quiet = false, setting, least }: NumberProps) {
  const { shown, change, error, isSaved } = useSaving(setting);
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const stop = () => {
    setTyped(undefined);
    setWrong(false);
  };
  const save = async () => {
    if (typed === undefined || typed === String(shown)) return stop();
    if (!/^\d+$/.test(typed) || Number(typed) < least) return setWrong(true);
    setWrong(false);
    if (await change(Number(typed))) setTyped((now) => (now === typed ? undefined : now));
  };
  return (
    <SettingRow isSaved={isSaved && typed === undefined} isChoice={!quiet}>
      <Field
        label={label}
        quiet={quiet}
        type="number"
        min={String(least)}
        {...lockable(setting, hint)}
        error={isWrong ? settingsWords().wholeNumber(least) : typed === undefined ? undefined : error}
        value={typed ?? String(shown)}
        onInput={setTyped}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          if (event.key === "Enter") {
            event.preventDefault();
            void save();
          } else if (event.key === "Escape" && typed !== undefined) {
            // Escape must not also leave the screen.
            event.stopPropagation();
            stop();
          }
        }}
      />
    </SettingRow>
  );
}

interface LimitProps {
  readonly label: string;
  readonly hint?: string;
  /** The limit in seconds, or null for none. */
  readonly setting: Setting<number | null>;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const COMMON: readonly number[] = [2 * MINUTE_SECONDS, 10 * MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS, 7 * DAY_SECONDS];
const NO_LIMIT = "none";
const CUSTOM = "custom";

/** A row for a time limit: one of the common limits, or a custom one in minutes. */
export function SettingLimit({ label, hint, setting }: LimitProps) {
  const { shown, change, isSaved, error } = useSaving(setting);
  const [isOpen, setOpen] = useState(false);
  const w = organizationPermissionsWords();
  const isCustom = isOpen || (shown !== null && !COMMON.includes(shown));
  const minutes = Math.max(1, Math.round((shown ?? HOUR_SECONDS) / MINUTE_SECONDS));
  return (
    <SettingRow isSaved={isSaved} isChoice>
      <Select
        label={label}
        {...lockable(setting, hint)}
        error={error}
        value={isCustom ? CUSTOM : String(shown ?? NO_LIMIT)}
        options={[
          { value: NO_LIMIT, label: w.noLimit },
          ...COMMON.map((seconds) => ({ value: String(seconds), label: duration(seconds) })),
          { value: CUSTOM, label: w.custom },
        ]}
        onChange={(value) => {
          setOpen(value === CUSTOM);
          if (value !== CUSTOM) void change(value === NO_LIMIT ? null : Number(value));
        }}
      />
      {isCustom && (
        <SettingNumber
          label={labelled(label, w.minutes)}
          quiet
          hint={w.minutes}
          least={1}
          setting={{
            value: minutes,
            save: (value) => setting.save(value * MINUTE_SECONDS),
            ...(setting.locked === undefined ? {} : { locked: setting.locked }),
          }}
        />
      )}
    </SettingRow>
  );
}
