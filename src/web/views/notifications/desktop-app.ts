import { effect } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import { isFull } from "../../client/sending/send-if-room.ts";
import { runAction } from "../../keyboard.ts";
import { conversationOf } from "../../model/routes/conversation.ts";
import { askToLogOut } from "../drafts/ask-to-log-out.ts";
import { countInTitle } from "./page-title.ts";

type Dispatch = (type: string, event: Event) => void;

/** Functions that Zulip's desktop app provides to the page (`window.electron_bridge`). Older versions have fewer. */
interface DesktopApp {
  send_event?(name: string, value: unknown): boolean;
  on_event?(name: string, run: (...values: never[]) => void): void;
  new_notification?(title: string, options: NotificationOptions, dispatch: Dispatch): { close(): void };
  set_send_notification_reply_message_supported?(on: boolean): void;
}

/**
 * Returns the desktop app if the page is shown in it. Ignores an element with the id `electron_bridge` in the document,
 * which would have the same global name.
 */
export function desktopApp(): DesktopApp | undefined {
  const { electron_bridge } = window as { readonly electron_bridge?: unknown };
  const isApp = typeof electron_bridge === "object" && electron_bridge !== null && !(electron_bridge instanceof Node);
  return isApp ? (electron_bridge as DesktopApp) : undefined;
}

/** Executes commands from the desktop app's menus, and sends it the organization's name, icon and unread count. */
export function serveDesktopApp(client: Client): void {
  const app = desktopApp();
  if (app === undefined) return;
  app.on_event?.("logout", () => void askToLogOut(client));
  app.on_event?.("show-keyboard-shortcuts", () => runAction("help"));
  app.on_event?.("show-notification-settings", () => client.go({ view: "settings", section: "notifications" }));
  app.on_event?.("send_notification_reply_message", (...[id, reply]: [message: number, reply: string]) =>
    sendReply(client, app, id, reply),
  );
  app.set_send_notification_reply_message_supported?.(true);
  effect(() => {
    const state = client.watch("unread", "topics", "channels", "users", "account", "realm");
    app.send_event?.("total_unread_count", countInTitle(state));
    app.send_event?.("realm_name", state.realm_name);
    app.send_event?.("realm_icon_url", new URL(state.realm_icon_url, location.origin).href);
  });
}

/** Sends a reply that the user typed into a notification. */
function sendReply(client: Client, app: DesktopApp, id: number, reply: string): void {
  const message = client.messages.get(id);
  if (message === undefined || isFull(client.outbox)) {
    app.send_event?.("send_notification_reply_message_failed", { message_id: id });
    return;
  }
  client.outbox.send(conversationOf(message, client.watch().user_id), reply);
}
