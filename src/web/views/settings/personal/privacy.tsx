import type { UserSettingName } from "../../../../protocol/user-settings.ts";
import { useClient } from "../../../client/client.ts";
import { privacyWords } from "../../../words/settings/own/account.ts";
import { SettingSwitch } from "../rows/setting-choice.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { accountSettings } from "../rows/setting-sources.ts";
import { UserSettingList } from "../rows/user-setting-list.tsx";
import { USER_SETTING_ROWS } from "../rows/user-setting-rows.ts";
import { MutedUsers } from "./muted-users.tsx";

export function Privacy() {
  const client = useClient();
  const { realm_enable_read_receipts, server_calls, user_settings } = client.watch("account", "realm", "calls");
  const setting = accountSettings(client);
  const w = privacyWords();
  const { hide_address_in_calls } = user_settings;
  const locked: Partial<Record<UserSettingName, string | undefined>> = {
    send_read_receipts: realm_enable_read_receipts ? undefined : w.receiptsLocked,
    // A user who turned the setting on must be able to turn it off.
    hide_address_in_calls:
      server_calls?.has_relay || hide_address_in_calls
        ? undefined
        : server_calls?.mode === "sfu"
          ? w.relayNeedless
          : w.relayMissing,
  };
  return (
    <>
      <SettingGroup title={w.seen}>
        <UserSettingList
          rows={USER_SETTING_ROWS.privacy}
          of={(name) => ({ ...setting(name), locked: locked[name] })}
          words={w}
        />
      </SettingGroup>
      <SettingGroup title={w.consent}>
        <SettingSwitch
          label={w.rows.allow_private_data_export}
          hint={w.consentHint}
          setting={setting("allow_private_data_export")}
        />
      </SettingGroup>
      <MutedUsers />
    </>
  );
}
