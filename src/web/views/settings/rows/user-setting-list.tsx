import type { UserSettings } from "../../../../protocol/user-settings.ts";
import type { UserSettingOf } from "./account-settings.ts";
import type { Setting } from "./setting.ts";
import { SettingSelect } from "./setting-select.tsx";
import { SettingSwitch } from "./setting-switch.tsx";
import type { ChoiceName, UserSettingRow } from "./user-setting-rows.ts";

type Texts = Readonly<Record<string, string>>;

interface Props {
  readonly rows: readonly UserSettingRow[];
  /** The settings of the user's own account, or those of new accounts. */
  readonly of: UserSettingOf;
  readonly words: { readonly rows: Texts; readonly hints: Texts; readonly options: Readonly<Record<string, Texts>> };
}

export const UserSettingList = ({ rows, of, words: { rows: labels, hints, options } }: Props) => (
  <>
    {rows.map((row) => {
      const { name } = row;
      const shown = { label: labels[name] ?? name, hint: hints[name] };
      if (row.kind === "flag") return <SettingSwitch key={name} {...shown} setting={of(row.name)} />;
      return (
        <SettingSelect
          key={name}
          {...shown}
          options={row.values.map((value) => ({ value, label: options[name]?.[value] ?? String(value) }))}
          // The table contains only values that the setting can have.
          setting={of(row.name) as unknown as Setting<UserSettings[ChoiceName]>}
        />
      );
    })}
  </>
);
