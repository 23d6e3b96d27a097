import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { letterKeys, setLetterKeys } from "../../../keyboard.ts";
import { Button } from "../../../parts/button.tsx";
import { Choice } from "../../../parts/choice.tsx";
import { Switch } from "../../../parts/switch.tsx";
import { changeLook, lookNow } from "../../../style/look.ts";
import { CHOICES, keepLanguage, type Language, speech } from "../../../words/language.ts";
import { preferencesWords } from "../../../words/settings-preferences-words.ts";
import { words } from "../../../words/words.ts";
import { accountSettings } from "../rows/account-settings.ts";
import { SettingGroup } from "../rows/setting-row.tsx";
import { SettingSelect } from "../rows/setting-select.tsx";
import { SettingSwitch } from "../rows/setting-switch.tsx";

/** How the client looks and behaves here, and what the account wants of it. */
export function Preferences() {
  return (
    <>
      <Device />
      <Account />
    </>
  );
}

function Device() {
  const [look, setLook] = useState(lookNow);
  const change = (changes: Parameters<typeof changeLook>[0]) => {
    changeLook(changes);
    setLook(lookNow());
  };
  const w = preferencesWords();
  return (
    <SettingGroup title={w.device}>
      <Choice
        label={w.rows.theme}
        as="row"
        value={look.theme ?? "system"}
        options={(["system", "light", "dark"] as const).map((value) => ({ value, label: w.themes[value] }))}
        onChange={(theme) => change({ theme: theme === "system" ? undefined : theme })}
      />
      <Choice
        label={w.rows.density}
        as="row"
        value={look.density ?? "comfortable"}
        options={(["comfortable", "compact"] as const).map((value) => ({ value, label: w.densities[value] }))}
        onChange={(density) => change({ density: density === "compact" ? density : undefined })}
      />
      <Switch label={w.rows.letterKeys} hint={w.letterKeysHint} on={letterKeys.value} onChange={setLetterKeys} />
      <Permission />
    </SettingGroup>
  );
}

/** Whether the browser lets this page tell of messages. */
function Permission() {
  const [, redraw] = useState({});
  const w = preferencesWords();
  if (!("Notification" in window)) return null;
  const { permission } = Notification;
  const ask = async () => {
    await Notification.requestPermission();
    redraw({});
  };
  return (
    <div>
      <p class="setting-name">{w.rows.browserNotifications}</p>
      {permission === "default" ? (
        <Button onClick={() => void ask()}>{words().notifications.turnOn}</Button>
      ) : (
        <p class="settings-note">{permission === "granted" ? w.notificationsOn : w.notificationsBlocked}</p>
      )}
    </div>
  );
}

/** The settings of the account that are a switch. */
const SWITCHES = [
  "enter_sends",
  "twenty_four_hour_time",
  "enable_desktop_notifications",
  "enable_sounds",
  "fluid_layout_width",
  "send_private_typing_notifications",
  "send_read_receipts",
  "presence_enabled",
] as const;

function Account() {
  const client = useClient();
  const setting = accountSettings(client);
  const w = preferencesWords();
  return (
    <SettingGroup title={w.account}>
      <SettingSelect
        label={w.rows.default_language}
        options={CHOICES.map(({ language, name }) => ({ value: language, label: name }))}
        setting={{
          value: CHOICES.find(({ language }) => language === speech().language)?.language ?? "en",
          save: (language) => changeLanguage(client, language),
        }}
      />
      {SWITCHES.map((name) => (
        <SettingSwitch
          key={name}
          label={w.rows[name]}
          hint={name === "enter_sends" ? w.enterSendsHint : undefined}
          setting={setting(name)}
        />
      ))}
    </SettingGroup>
  );
}

/** The page is loaded anew in another language: nothing that was written is lost by that. */
async function changeLanguage(client: Client, language: Language): Promise<void> {
  await client.api.patch("/settings", { default_language: language });
  keepLanguage(language);
  location.reload();
}
