import type { UserSettings } from "../../../../protocol/user-settings.ts";
import { type Client, useClient } from "../../../client/client.ts";
import { userDefaultsWords } from "../../../words/settings/organization/organization-profile.ts";
import { privacyWords } from "../../../words/settings/own/account.ts";
import { notificationSettingsWords, topicSettingsWords } from "../../../words/settings/own/notifications.ts";
import { settingsWords } from "../../../words/settings/settings.ts";
import { ClockSetting } from "../rows/clock-setting.tsx";
import { NotificationTable } from "../rows/notification-table.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import type { UserSettingOf } from "../rows/setting-sources.ts";
import { PreferenceGroups, UserSettingList } from "../rows/user-setting-list.tsx";
import { USER_SETTING_ROWS } from "../rows/user-setting-rows.ts";

/** The initial settings of new accounts, in the same rows as the user's own settings. Existing accounts keep theirs. */
export function UserDefaults() {
  const of = newAccountSettings(useClient());
  const [privacy, notifications, topics] = [privacyWords(), notificationSettingsWords(), topicSettingsWords()];
  const w = userDefaultsWords();
  return (
    <>
      <SettingGroup title={w.rows.title} quiet hint={w.hint}>
        <ClockSetting setting={of("twenty_four_hour_time")} />
      </SettingGroup>
      <PreferenceGroups of={of} />
      <SettingGroup title={topics.automatic}>
        <UserSettingList rows={USER_SETTING_ROWS.topics} of={of} words={topics} />
      </SettingGroup>
      <SettingGroup title={privacy.title}>
        <UserSettingList rows={USER_SETTING_ROWS.privacy} of={of} words={privacy} />
      </SettingGroup>
      <SettingGroup title={notifications.what} hint={notifications.wildcardHint}>
        <NotificationTable of={of} />
      </SettingGroup>
      {(["desktop", "push", "email"] as const).map((part) => (
        <SettingGroup key={part} title={notifications[part === "push" ? "mobile" : part]}>
          <UserSettingList rows={USER_SETTING_ROWS[part]} of={of} words={notifications} />
        </SettingGroup>
      ))}
    </>
  );
}

function newAccountSettings(client: Client): UserSettingOf {
  const state = client.watch("realm", "account");
  const locked = state.is_admin ? undefined : settingsWords().onlyAdministrators;
  return (name) => ({
    value: state.realm_user_settings_defaults[name] as UserSettings[typeof name],
    save: (value) => client.api.patch("/realm/user_settings_defaults", { [name]: value }),
    locked,
  });
}
