import { preferencesWords } from "../../../words/settings/own/preferences.ts";
import { SettingSelect } from "./setting-choice.tsx";
import type { Setting } from "./setting-row.tsx";

const CLOCKS = { language: null, h12: false, h23: true } as const;
type Clock = keyof typeof CLOCKS;

const clockOf = (value: boolean | null): Clock => (value === null ? "language" : value ? "h23" : "h12");

/** A row for `twenty_four_hour_time`. For null, the language determines the clock. */
export function ClockSetting({ setting }: { readonly setting: Setting<boolean | null> }) {
  const { rows, clocks } = preferencesWords();
  return (
    <SettingSelect
      label={rows.twenty_four_hour_time}
      options={(Object.keys(CLOCKS) as Clock[]).map((value) => ({ value, label: clocks[value] }))}
      setting={{
        value: clockOf(setting.value),
        save: (clock) => setting.save(CLOCKS[clock]),
        locked: setting.locked,
      }}
    />
  );
}
