import type { ComponentChildren } from "preact";
import { Select, Switch } from "../../../parts/fields/choice.tsx";
import { lockable, type Setting, SettingRow, useSaving } from "./setting-row.tsx";

interface Props<Value extends string | number> {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly setting: Setting<Value>;
  /** True if the values are too long to fit next to the label. */
  readonly isLong?: boolean;
}

export function SettingSelect<Value extends string | number>({ label, hint, options, setting, isLong }: Props<Value>) {
  const { shown, change, error, isSaved } = useSaving(setting);
  return (
    <SettingRow isSaved={isSaved} isChoice={isLong !== true}>
      <Select
        label={label}
        {...lockable(setting, hint)}
        error={error}
        value={shown}
        options={options}
        onChange={(value) => void change(value)}
      />
    </SettingRow>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly setting: Setting<boolean>;
}

export function SettingSwitch({ label, hint, setting }: SwitchProps) {
  const { shown, change, ...row } = useSaving(setting);
  return (
    <SettingRow {...row}>
      <Switch label={label} {...lockable(setting, hint)} on={shown} onChange={(on) => void change(on)} />
    </SettingRow>
  );
}
