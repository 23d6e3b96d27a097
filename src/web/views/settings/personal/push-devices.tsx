import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import {
  knowsPushes,
  type PushDevice,
  pushesOf,
  removePushDevice,
  testPushDevice,
  turnPushesOff,
  turnPushesOn,
} from "../../../client/session/own-pushes.ts";
import { type PushTrialStep, tryPush } from "../../../client/session/push-trial.ts";
import { Button } from "../../../parts/button.tsx";
import { Switch } from "../../../parts/fields/choice.tsx";
import { pushDevicesWords } from "../../../words/settings/own/notifications.ts";
import { attempt } from "../../attempt.ts";
import { Dated, Entry } from "../entry.tsx";
import { SettingGroup } from "../rows/setting-row.tsx";
import { useLoaded, WhenLoaded } from "../use-loaded.tsx";

/** Sorts this browser first, then by when the browsers were added, newest first. */
const byUse = (one: PushDevice, other: PushDevice) =>
  Number(other.is_current) - Number(one.is_current) || other.added_at - one.added_at;

/**
 * A switch for notifying this browser of messages while the page is closed, shown below the device's other settings,
 * and a list of all browsers that are notified.
 */
export function PushDevices({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const client = useClient();
  const loaded = useLoaded(() => pushesOf(client.api));
  const [isBusy, setBusy] = useState(false);
  const [step, setStep] = useState<PushTrialStep>();
  const w = pushDevicesWords();
  /** Runs an action, and reloads the list of browsers. */
  const act = async (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    await attempt(client, async () => {
      await work();
      await loaded.load();
    });
    setBusy(false);
  };
  const pushes = loaded.value;
  const devices = [...(pushes?.devices ?? [])].sort(byUse);
  const here = devices.find(({ is_current }) => is_current);
  const turn = (on: boolean) =>
    act(async () => {
      if (on) return turnOn(pushes?.public_key ?? "");
      await turnPushesOff();
      if (here !== undefined) await removePushDevice(client.api, here.id);
    });
  const turnOn = async (key: string) => {
    const isOn = await turnPushesOn(client.api, key).catch(() => false);
    if (!isOn) client.toast({ text: w.refused, kind: "error" });
  };
  const test = (device: PushDevice) =>
    act(async () => {
      if (device.is_current) {
        const publicKey = pushes?.public_key ?? "";
        return await tryPush(client.api, { device, publicKey, onStep: setStep });
      }
      const { removed } = await testPushDevice(client.api, device.id);
      client.toast(removed.length > 0 ? { text: w.trial.gone, kind: "error" } : { text: w.tested });
    });
  const remove = ({ id, name, is_current }: PushDevice) =>
    act(async () => {
      if (is_current) await turnPushesOff();
      await removePushDevice(client.api, id);
      client.toast({ text: w.removed(name) });
    });
  return (
    <>
      <SettingGroup title={title}>
        {children}
        <WhenLoaded of={loaded}>
          {({ public_key }) => {
            const obstacle = obstacleTo(public_key);
            if (obstacle !== undefined) return <p class="settings-note">{obstacle}</p>;
            // The row above shows that the browser blocks the site's notifications.
            if (Notification.permission === "denied") return null;
            return (
              <Switch label={w.rows.on} hint={w.onHint} on={here !== undefined} onChange={(on) => void turn(on)} />
            );
          }}
        </WhenLoaded>
      </SettingGroup>
      {pushes !== undefined && (
        <SettingGroup title={w.rows.all}>
          {devices.length === 0 ? (
            <p class="settings-note">{w.none}</p>
          ) : (
            <ul class="entries" aria-busy={isBusy}>
              {devices.map((device) => (
                <li key={device.id}>
                  <Entry
                    isPlain
                    title={<span id={`push-device-${device.id}`}>{device.name}</span>}
                    facts={
                      device.is_current ? w.thisBrowser : <Dated text={w.since} at={device.added_at} as="day within" />
                    }
                  >
                    <Button describedBy={`push-device-${device.id}`} onClick={() => void test(device)}>
                      {w.test}
                    </Button>
                    <Button describedBy={`push-device-${device.id}`} onClick={() => void remove(device)}>
                      {w.remove}
                    </Button>
                  </Entry>
                </li>
              ))}
            </ul>
          )}
          <p class="settings-note" role="status">
            {step && (step.name === "service" ? w.trial.service(step.reason) : w.trial[step.name])}
          </p>
        </SettingGroup>
      )}
    </>
  );
}

/** Returns why this browser can't be notified. Undefined if it can. */
function obstacleTo(key: string | null): string | undefined {
  const w = pushDevicesWords();
  if (key === null) return w.notHere;
  if (!knowsPushes()) return /iPhone|iPad/.test(navigator.userAgent) ? w.installFirst : w.impossible;
  return undefined;
}
