import { effect } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import { keepPushes } from "../../client/session/own-pushes.ts";
import { isUnread } from "../../model/unread/unread-counts.ts";
import { hasTold } from "./notify.ts";

/** How long notifications of what has been read may stay: several messages are mostly read at once. */
const CLOSE_AFTER_MS = 500;

/** Answers the service worker, to which messages are pushed, and closes its notifications of what has been read here. */
export async function servePushes(client: Client): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data, ports }) => {
    const said = data as { readonly told?: number; readonly open?: string };
    if (said.told !== undefined) ports[0]?.postMessage(hasTold(said.told));
    if (said.open !== undefined) location.assign(said.open);
  });
  await keepPushes(client.api).catch(() => undefined);
  let isDue = false;
  effect(() => {
    client.watch("unread");
    if (isDue || Notification.permission !== "granted") return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      void closeRead(client);
    }, CLOSE_AFTER_MS);
  });
}

async function closeRead(client: Client): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  const state = client.watch();
  for (const notification of (await registration?.getNotifications()) ?? []) {
    const message: unknown = (notification.data as { readonly message?: unknown } | null)?.message;
    // What has come after the last event is not known here yet.
    if (typeof message === "number" && message <= state.max_message_id && !isUnread(state, message))
      notification.close();
  }
}
