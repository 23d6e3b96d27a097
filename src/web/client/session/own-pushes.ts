import type { Api } from "../../wire/api.ts";

const DEVICES = "/users/me/web_push_devices";

export interface PushDevice {
  readonly id: number;
  /** Browser and system, such as "Firefox, Linux". */
  readonly name: string;
  readonly added_at: number;
  readonly is_current: boolean;
}

interface Pushes {
  /** The key that this browser subscribes with, or null if the server doesn't support web push. */
  readonly public_key: string | null;
  readonly devices: readonly PushDevice[];
}

/** Whether the browser supports push notifications while no page of the client is open. */
export const knowsPushes = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

export const pushesOf = (api: Api): Promise<Pushes> => api.get<Pushes>(DEVICES);
export const removePushDevice = (api: Api, id: number) => api.delete(`${DEVICES}/${id}`);
export const testPushDevice = (api: Api, id: number) =>
  api.post<{ removed: number[] }>(`${DEVICES}/test`, { device_id: id });

/** Turns on push notifications for this browser. Returns false if the browser or the user doesn't allow it. */
export async function turnPushesOn(api: Api, public_key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription for another key, such as a previous organization's at this address, can't be used.
  await (await pushManager.getSubscription())?.unsubscribe();
  await register(api, await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key }));
  return true;
}

/** Turns off push notifications for this browser, and closes those already shown. */
export async function turnPushesOff(): Promise<void> {
  const registration = await registered();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/**
 * Registers this browser's subscription again if the server doesn't have it, because the subscription or the session is
 * new.
 */
export async function keepPushes(api: Api): Promise<void> {
  const subscription = await (await registered())?.pushManager?.getSubscription();
  if (!subscription || Notification.permission !== "granted") return;
  const { devices } = await pushesOf(api);
  if (!devices.some(({ is_current }) => is_current)) await register(api, subscription);
}

async function register(api: Api, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  await api.post(DEVICES, { endpoint, p256dh: keys?.["p256dh"], auth: keys?.["auth"] });
}

const registered = async (): Promise<ServiceWorkerRegistration | undefined> =>
  "serviceWorker" in navigator ? navigator.serviceWorker.getRegistration() : undefined;
