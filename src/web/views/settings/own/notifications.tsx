import { notificationSettingsWords } from "../../../words/settings/own/notifications.ts";
import "./own.css";
import { useClient } from "../../../client/client.ts";
import { addressOf } from "../../../model/places/address.ts";
import { Button } from "../../../parts/button.tsx";
import { playSound } from "../../../parts/sound.ts";
import { accountSettings } from "../rows/account-settings.ts";
import { NotificationTable } from "../rows/notification-table.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { UserSettingList } from "../rows/user-setting-list.tsx";
import { USER_SETTING_ROWS } from "../rows/user-setting-rows.ts";
import { ChannelNotifications } from "./channel-notifications.tsx";
import { DeviceNotifications } from "./device-notifications.tsx";

/** The notifications of the account, with the ways of each, and the settings of this device for them. */
export function Notifications() {
  const client = useClient();
  const state = client.watch("account");
  const setting = accountSettings(client);
  const w = notificationSettingsWords();
  const link = (section: string, label: string) => (
    <a href={addressOf({ view: "settings", section }, state)}>{label}</a>
  );
  return (
    <>
      <SettingGroup title={w.what} hint={w.wildcardHint}>
        <NotificationTable of={setting} />
        <p class="settings-note notifications-more">
          {link("topics", w.topics)} {link("alert-words", w.words)}
        </p>
      </SettingGroup>
      <ChannelNotifications />
      <DeviceNotifications />
      <SettingGroup title={w.desktop}>
        <UserSettingList rows={USER_SETTING_ROWS.desktop} of={setting} words={w} />
        <div>
          <Button icon="bell-ring" onClick={() => playSound(state.user_settings.notification_sound)}>
            {w.rows.test}
          </Button>
        </div>
      </SettingGroup>
      <SettingGroup title={w.mobile}>
        <UserSettingList rows={USER_SETTING_ROWS.push} of={setting} words={w} />
      </SettingGroup>
      <SettingGroup title={w.email}>
        <UserSettingList rows={USER_SETTING_ROWS.email} of={setting} words={w} />
        <UserSettingList rows={USER_SETTING_ROWS.logins} of={setting} words={w} />
      </SettingGroup>
    </>
  );
}
