import { effect } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import { keepPushes } from "../../client/session/own-pushes.ts";
import { isUnread } from "../../model/unread/unread-counts.ts";
import { hasTold } from "./notify.ts";

/** The delay before notifications of read messages are closed, because several messages are often read at once. */
const CLOSE_AFTER_MS = 500;

/** Answers the service worker, which gets messages by push, and closes its notifications of messages that were read. */
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
    // Messages after the last event are not known here yet, so they do not count as read.
    if (typeof message === "number" && message <= state.max_message_id && !isUnread(state, message))
      notification.close();
  }
}
