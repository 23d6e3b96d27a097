import { useClient } from "../../../client/client.ts";
import { privacyWords } from "../../../words/settings/own/account.ts";
import { SettingSwitch } from "../rows/setting-choice.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { accountSettings } from "../rows/setting-sources.ts";
import { UserSettingList } from "../rows/user-setting-list.tsx";
import { USER_SETTING_ROWS } from "../rows/user-setting-rows.ts";
import { MutedUsers } from "./muted-users.tsx";

/** The signs of the user's activity that others see, whether exports contain private data, and muted people. */
export function Privacy() {
  const client = useClient();
  const { realm_enable_read_receipts } = client.watch("account", "realm");
  const setting = accountSettings(client);
  const w = privacyWords();
  const receipts = realm_enable_read_receipts ? undefined : w.receiptsLocked;
  return (
    <>
      <SettingGroup title={w.seen}>
        <UserSettingList
          rows={USER_SETTING_ROWS.privacy}
          of={(name) => (name === "send_read_receipts" ? { ...setting(name), locked: receipts } : setting(name))}
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
