import type { UserSettings } from "../../../../protocol/user-settings.ts";
import { preferencesWords } from "../../../words/settings/own/preferences.ts";
import { SettingSelect, SettingSwitch } from "./setting-choice.tsx";
import { type Setting, SettingGroup } from "./setting-row.tsx";
import type { UserSettingOf } from "./setting-sources.ts";
import { type ChoiceName, USER_SETTING_ROWS, type UserSettingRow } from "./user-setting-rows.ts";

type Texts = Readonly<Record<string, string>>;

interface Props {
  readonly rows: readonly UserSettingRow[];
  /** Settings of the user's own account, or of new accounts. */
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
          // The table only contains values that the setting can have.
          setting={of(row.name) as unknown as Setting<UserSettings[ChoiceName]>}
        />
      );
    })}
  </>
);

const GROUPS = ["reading", "writing", "sidebar"] as const;

/** An account's preferences for reading, writing and the sidebar, or the defaults of these for new accounts. */
export function PreferenceGroups({ of }: { readonly of: UserSettingOf }) {
  const w = preferencesWords();
  return (
    <>
      {GROUPS.map((group) => (
        <SettingGroup key={group} title={w[group]}>
          <UserSettingList rows={USER_SETTING_ROWS[group]} of={of} words={w} />
        </SettingGroup>
      ))}
    </>
  );
}
