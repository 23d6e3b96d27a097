import { preferencesWords } from "../../../words/settings/own/preferences.ts";
import type { UserSettingOf } from "./account-settings.ts";
import { SettingGroup } from "./setting-row.tsx";
import { UserSettingList } from "./user-setting-list.tsx";
import { USER_SETTING_ROWS } from "./user-setting-rows.ts";

const GROUPS = ["reading", "writing", "sidebar"] as const;

/** The preferences of an account, or those that new accounts begin with: reading, writing and the sidebar. */
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
