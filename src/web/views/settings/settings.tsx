import "./settings.css";
import { useState } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { letterKeys, setLetterKeys } from "../../keyboard.ts";
import type { State } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { tellError } from "../../parts/error-text.ts";
import { Select } from "../../parts/select.tsx";
import { Switch } from "../../parts/switch.tsx";
import { changeLook, lookNow } from "../../style/look.ts";
import { CHOICES, keepLanguage, type Language, speech } from "../../words/language.ts";
import { settingsWords } from "../../words/settings-words.ts";
import { words } from "../../words/words.ts";
import { PlaceBar } from "../shell/place-bar.tsx";
import { Sessions } from "./sessions.tsx";

/** How the client looks and behaves here, what the account wants of it, and where the account is logged in. */
export function Settings() {
  const w = settingsWords();
  return (
    <>
      <PlaceBar title={w.title} />
      <div class="settings">
        <div class="settings-page">
          <Device />
          <Account />
          <Sessions />
        </div>
      </div>
    </>
  );
}

function Device() {
  const [look, setLook] = useState(lookNow);
  const change = (changes: Parameters<typeof changeLook>[0]) => {
    changeLook(changes);
    setLook(lookNow());
  };
  const w = settingsWords();
  return (
    <section aria-label={w.device}>
      <h2>{w.device}</h2>
      <Choice
        label={w.theme}
        as="row"
        value={look.theme ?? "system"}
        options={(["system", "light", "dark"] as const).map((value) => ({ value, label: w.themes[value] }))}
        onChange={(theme) => change({ theme: theme === "system" ? undefined : theme })}
      />
      <Choice
        label={w.density}
        as="row"
        value={look.density ?? "comfortable"}
        options={(["comfortable", "compact"] as const).map((value) => ({ value, label: w.densities[value] }))}
        onChange={(density) => change({ density: density === "compact" ? density : undefined })}
      />
      <Switch label={w.letterKeys} hint={w.letterKeysHint} on={letterKeys.value} onChange={setLetterKeys} />
      <Permission />
    </section>
  );
}

/** Whether the browser lets this page tell of messages. */
function Permission() {
  const [, redraw] = useState({});
  const w = settingsWords();
  if (!("Notification" in window)) return null;
  const { permission } = Notification;
  const ask = async () => {
    await Notification.requestPermission();
    redraw({});
  };
  return (
    <div>
      <p>{w.notifications}</p>
      {permission === "default" ? (
        <Button onClick={() => void ask()}>{words().notifications.turnOn}</Button>
      ) : (
        <p class="settings-note">{permission === "granted" ? w.notificationsOn : w.notificationsBlocked}</p>
      )}
    </div>
  );
}

/** The settings of the account that are a switch, with their names here. */
const SWITCHES = [
  ["enter_sends", "enterSends"],
  ["twenty_four_hour_time", "hours"],
  ["enable_desktop_notifications", "desktop"],
  ["enable_sounds", "sounds"],
  ["fluid_layout_width", "fluid"],
  ["send_private_typing_notifications", "typing"],
  ["send_read_receipts", "receipts"],
  ["presence_enabled", "presence"],
] as const;

function Account() {
  const client = useClient();
  const { user_settings: settings } = client.watch("account");
  const w = settingsWords();
  return (
    <section aria-label={w.account}>
      <h2>{w.account}</h2>
      <Select
        label={w.language}
        value={CHOICES.find(({ language }) => language === speech().language)?.language ?? "en"}
        options={CHOICES.map(({ language, name }) => ({ value: language, label: name }))}
        onChange={(language) => void changeLanguage(client, language)}
      />
      {SWITCHES.map(([setting, label]) => (
        <Switch
          key={setting}
          label={w[label]}
          hint={setting === "enter_sends" ? w.enterSendsHint : undefined}
          on={settings[setting] === true}
          onChange={(on) => void change(client, { [setting]: on })}
        />
      ))}
    </section>
  );
}

/** Changes the account's settings, at once on this page. */
async function change(client: Client, settings: Partial<State["user_settings"]>): Promise<boolean> {
  const before = client.watch().user_settings;
  const assume = (values: Readonly<Record<string, unknown>>) => {
    for (const [property, value] of Object.entries(values))
      client.assume({ type: "user_settings", op: "update", property, value });
  };
  const old = Object.fromEntries(Object.keys(settings).map((name) => [name, before[name as keyof typeof before]]));
  assume(settings);
  try {
    await client.api.patch("/settings", settings);
    return true;
  } catch (error) {
    assume(old);
    tellError(client, error);
    return false;
  }
}

/** The page is loaded anew in another language: nothing that was written is lost by that. */
async function changeLanguage(client: Client, language: Language): Promise<void> {
  if (!(await change(client, { default_language: language }))) return;
  keepLanguage(language);
  location.reload();
}
