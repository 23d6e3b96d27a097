import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { Button } from "../../../parts/button.tsx";
import { now } from "../../../parts/clock.ts";
import { Select } from "../../../parts/fields/select.tsx";
import { noticeWords } from "../../../words/notifications.ts";
import { notificationSettingsWords } from "../../../words/settings/own/notifications.ts";
import { dayAndTime } from "../../../words/time.ts";
import { beQuietUntil, quietUntil } from "../../notifications/quiet.ts";
import { SettingGroup, SettingRow } from "../rows/setting-row.tsx";

/** The notifications of this browser: whether they are allowed, an example, and the times without them. */
export function DeviceNotifications() {
  const w = notificationSettingsWords();
  return (
    <SettingGroup title={w.device}>
      <Permission />
      <Quiet />
    </SettingGroup>
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
  const isOn = until > now.value * 1000;
  const isEndless = until === Number.POSITIVE_INFINITY;
  const present =
    isOn && !isEndless ? [{ value: "now", label: w.quietUntil(dayAndTime(until / 1000, now.value)) }] : [];
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
