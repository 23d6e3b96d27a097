import "./own.css";
import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { beQuietUntil, quietUntil } from "../../../client/session/quiet.ts";
import { settingsAddress } from "../../../model/addresses/address.ts";
import { Button } from "../../../parts/button.tsx";
import { Select } from "../../../parts/fields/choice.tsx";
import { now } from "../../../parts/indicators/time.tsx";
import { playSound } from "../../../parts/sound.ts";
import { noticeWords } from "../../../words/notifications.ts";
import { notificationSettingsWords } from "../../../words/settings/own/notifications.ts";
import { dayAndTimeWithin } from "../../../words/time.ts";
import { NotificationTable } from "../rows/notification-table.tsx";
import { SettingGroup, SettingRow } from "../rows/setting-row.tsx";
import { accountSettings } from "../rows/setting-sources.ts";
import { UserSettingList } from "../rows/user-setting-list.tsx";
import { USER_SETTING_ROWS } from "../rows/user-setting-rows.ts";
import { ChannelNotifications } from "./channel-notifications.tsx";
import { PushDevices } from "./push-devices.tsx";

export function Notifications() {
  const client = useClient();
  const state = client.watch("account");
  const setting = accountSettings(client);
  const w = notificationSettingsWords();
  const link = (section: string, label: string) => <a href={settingsAddress(section)}>{label}</a>;
  return (
    <>
      <SettingGroup title={w.what} hint={w.wildcardHint}>
        <NotificationTable of={setting} />
        <p class="settings-note notifications-more">
          {link("topics", w.topics)} {link("alert-words", w.words)}
        </p>
      </SettingGroup>
      <ChannelNotifications />
      <PushDevices title={w.device}>
        <Permission />
        <Quiet />
      </PushDevices>
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

function Permission() {
  const { realm_icon_url } = useClient().watch("realm");
  const [, redraw] = useState({});
  const w = notificationSettingsWords();
  const permission = "Notification" in window ? Notification.permission : undefined;
  const said = { granted: w.isOn, denied: w.isBlocked, default: undefined };
  const ask = async () => {
    await Notification.requestPermission();
    redraw({});
  };
  const show = () => new Notification(w.tryTitle, { body: w.tryText, icon: realm_icon_url });
  return (
    <div class="notifications-permission">
      <div>
        <p class="setting-name">{w.rows.permission}</p>
        {permission !== "default" && (
          <p class="settings-note">{permission === undefined ? w.isMissing : said[permission]}</p>
        )}
      </div>
      {permission === "default" && <Button onClick={() => void ask()}>{noticeWords().turnOn}</Button>}
      {permission === "granted" && <Button onClick={show}>{w.rows.test}</Button>}
    </div>
  );
}

const HOUR_MS = 3_600_000;
const MORNING_HOUR = 8;

function tomorrowMorning(): number {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  return day.setHours(MORNING_HOUR, 0, 0, 0);
}

const ENDS = {
  off: () => 0,
  hour: () => Date.now() + HOUR_MS,
  morning: tomorrowMorning,
  always: () => Number.POSITIVE_INFINITY,
} as const;

function Quiet() {
  const w = notificationSettingsWords();
  const until = quietUntil.value;
  const isOn = until > Date.now();
  const isEndless = until === Number.POSITIVE_INFINITY;
  const present =
    isOn && !isEndless ? [{ value: "now", label: w.quietUntil(dayAndTimeWithin(until / 1000, now.value)) }] : [];
  return (
    <SettingRow isChoice isSaved={false}>
      <Select
        label={w.rows.quiet}
        hint={w.quietHint}
        value={isOn ? (isEndless ? "always" : "now") : "off"}
        options={[
          ...present,
          ...(["off", "hour", "morning", "always"] as const).map((value) => ({ value, label: w.quietFor[value] })),
        ]}
        onChange={(value) => {
          if (value !== "now") beQuietUntil(ENDS[value as keyof typeof ENDS]());
        }}
      />
    </SettingRow>
  );
}
