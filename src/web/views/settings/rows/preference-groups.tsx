import { preferencesWords } from "../../../words/settings/own/preferences.ts";
import type { UserSettingOf } from "./account-settings.ts";
import { SettingGroup } from "./setting-row.tsx";
import { UserSettingList } from "./user-setting-list.tsx";
import { USER_SETTING_ROWS } from "./user-setting-rows.ts";

const GROUPS = ["reading", "writing", "sidebar"] as const;

/** How the client behaves for an account, or for accounts that are new: whoever shows it has loaded its words. */
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
