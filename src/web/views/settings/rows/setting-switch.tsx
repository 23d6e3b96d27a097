import type { ComponentChildren } from "preact";
import { Switch } from "../../../parts/fields/switch.tsx";
import { type Setting, useSaving } from "./setting.ts";
import { rowHint, SettingRow } from "./setting-row.tsx";

interface Props {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly setting: Setting<boolean>;
}

/** A row for a setting that is on or off. */
export function SettingSwitch({ label, hint, setting }: Props) {
  const { shown, change, ...row } = useSaving(setting);
  return (
    <SettingRow {...row}>
      <Switch
        label={label}
        hint={rowHint(hint, setting.locked)}
        on={shown}
        disabled={setting.locked !== undefined}
        onChange={(on) => void change(on)}
      />
    </SettingRow>
  );
}
