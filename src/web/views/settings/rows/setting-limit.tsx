import { useState } from "preact/hooks";
import { Select } from "../../../parts/fields/select.tsx";
import { organizationPermissionsWords } from "../../../words/settings/organization/organization-permissions.ts";
import { type Setting, useSaving } from "./setting.ts";
import { SettingNumber } from "./setting-number.tsx";
import { rowHint, SettingRow } from "./setting-row.tsx";

interface Props {
  readonly label: string;
  readonly hint?: string;
  /** The limit in seconds; null for no limit. */
  readonly setting: Setting<number | null>;
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const DAY_SECONDS = 24 * HOUR_SECONDS;
const COMMON: readonly number[] = [2 * MINUTE_SECONDS, 10 * MINUTE_SECONDS, HOUR_SECONDS, DAY_SECONDS, 7 * DAY_SECONDS];
const NO_LIMIT = "none";
const CUSTOM = "custom";

/** A row for a time limit: one of the common limits, or another one in minutes. */
export function SettingLimit({ label, hint, setting }: Props) {
  const { shown, change, isSaved, error } = useSaving(setting);
  const [isOpen, setOpen] = useState(false);
  const w = organizationPermissionsWords();
  const isCustom = isOpen || (shown !== null && !COMMON.includes(shown));
  const minutes = Math.max(1, Math.round((shown ?? HOUR_SECONDS) / MINUTE_SECONDS));
  return (
    <SettingRow isSaved={isSaved} isChoice>
      <Select
        label={label}
        hint={rowHint(hint, setting.locked)}
        error={error}
        disabled={setting.locked !== undefined}
        value={isCustom ? CUSTOM : String(shown ?? NO_LIMIT)}
        options={[
          { value: NO_LIMIT, label: w.noLimit },
          ...COMMON.map((seconds) => ({ value: String(seconds), label: w.duration(seconds / MINUTE_SECONDS) })),
          { value: CUSTOM, label: w.custom },
        ]}
        onChange={(value) => {
          setOpen(value === CUSTOM);
          if (value !== CUSTOM) void change(value === NO_LIMIT ? null : Number(value));
        }}
      />
      {isCustom && (
        <SettingNumber
          label={`${label}: ${w.minutes}`}
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
