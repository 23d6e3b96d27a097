import { useState } from "preact/hooks";
import { type Client, useClient } from "../../../client/client.ts";
import { letterKeys, setLetterKeys } from "../../../keyboard.ts";
import { Choice, Switch } from "../../../parts/fields/choice.tsx";
import { changeLook, lookNow } from "../../../style/look.ts";
import { keepLanguage } from "../../../words/language/language.ts";
import { languageChoices } from "../../../words/language/language-choices.ts";
import type { Language } from "../../../words/language/languages.ts";
import { speech } from "../../../words/language/speech.ts";
import { preferencesWords } from "../../../words/settings/own/preferences.ts";
import { zoneName, zonesWith } from "../../time-zones.ts";
import { ClockSetting } from "../rows/clock-setting.tsx";
import { SettingSelect } from "../rows/setting-choice.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { accountSettings } from "../rows/setting-sources.ts";
import { PreferenceGroups } from "../rows/user-setting-list.tsx";

export function Preferences() {
  const setting = accountSettings(useClient());
  return (
    <>
      <Device />
      <LocaleSection />
      <PreferenceGroups of={setting} />
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
    <SettingGroup title={w.device} hint={w.deviceHint}>
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
    </SettingGroup>
  );
}

function LocaleSection() {
  const client = useClient();
  const setting = accountSettings(client);
  const w = preferencesWords();
  const choices = languageChoices();
  return (
    <SettingGroup title={w.place}>
      <SettingSelect
        label={w.rows.default_language}
        hint={w.languageHint}
        options={choices}
        setting={{
          value: choices.find(({ value }) => value === speech().language)?.value ?? "en",
          save: (language) => changeLanguage(client, language),
        }}
      />
      <SettingSelect
        label={w.rows.timezone}
        hint={w.hints.timezone}
        options={[
          { value: "", label: w.noTimezone },
          ...zonesWith(setting("timezone").value).map((zone) => ({ value: zone, label: zoneName(zone) })),
        ]}
        setting={setting("timezone")}
      />
      <ClockSetting setting={setting("twenty_four_hour_time")} />
    </SettingGroup>
  );
}

/** Changes the language and reloads the page. Unsent text is kept. */
async function changeLanguage(client: Client, language: Language): Promise<void> {
  await client.api.patch("/settings", { default_language: language });
  keepLanguage(language);
  location.reload();
}
