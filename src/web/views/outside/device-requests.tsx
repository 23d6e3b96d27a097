import { type Client, useClient } from "../../client/client.ts";
import { serverNow } from "../../model/server-time.ts";
import type { ManagedLink } from "../../model/state.ts";
import { Button } from "../../parts/button.tsx";
import { now } from "../../parts/indicators/time.tsx";
import { outsideWords } from "../../words/outside.ts";
import { attempt } from "../attempt.ts";
import { nameOfUser } from "../people/names.ts";

type Device = ManagedLink["devices"][number];

interface RequestsProps {
  readonly link: number;
  /** Devices that wait to be confirmed. A device without `user_id` is the current user's. */
  readonly devices: readonly (Omit<Device, "user_id"> & Partial<Pick<Device, "user_id">>)[];
}

/** How long a device's request is valid, in seconds. Same as on the server. */
const VALIDITY = 900;

const told = new Set<number>();

/** Notifies users who can confirm a waiting device, on any screen. */
export function announceDevices(client: Client, { devices }: ManagedLink): void {
  const w = outsideWords();
  const state = client.watch("users");
  for (const { request_id, user_id, code, asked_at } of devices) {
    if (told.has(request_id) || asked_at <= serverNow() - VALIDITY) continue;
    told.add(request_id);
    client.toast({
      text: w.deviceOf(nameOfUser(state, user_id), code),
      action: {
        label: w.deviceShow,
        run: () => client.go({ view: "settings", section: "organization/outside-links" }),
      },
    });
  }
}

/** Further devices of people who joined through an outside link, waiting for someone to confirm them. */
export function DeviceRequests({ link, devices }: RequestsProps) {
  const client = useClient();
  const state = client.watch("users");
  const w = outsideWords();
  const answer = (id: number, allow: boolean) => () =>
    void attempt(client, () => client.api.post(`/outside_links/${link}/devices/${id}`, { allow }));
  const waiting = devices.filter(({ asked_at }) => asked_at > now.value - VALIDITY);
  return (
    // The list is rendered even while it is empty, so that screen readers announce its first item.
    <ul class="outside-devices" aria-live="polite">
      {waiting.map(({ request_id, user_id, code }) => (
        <li class="outside-device" key={request_id}>
          <span>{user_id === undefined ? w.deviceAsks(code) : w.deviceOf(nameOfUser(state, user_id), code)}</span>
          <Button kind="primary" onClick={answer(request_id, true)}>
            {w.deviceAllow}
          </Button>
          <Button onClick={answer(request_id, false)}>{w.deviceRefuse}</Button>
        </li>
      ))}
    </ul>
  );
}
