type Dispatch = (type: string, event: Event) => void;

/** The functions that Zulip's desktop app offers to its page (`window.electron_bridge`); older apps have fewer. */
export interface DesktopApp {
  send_event?(name: string, value: unknown): boolean;
  on_event?(name: string, run: (...values: never[]) => void): void;
  new_notification?(title: string, options: NotificationOptions, dispatch: Dispatch): { close(): void };
  get_idle_on_system?(): boolean;
  get_last_active_on_system?(): number;
  set_send_notification_reply_message_supported?(on: boolean): void;
}

/** The app, if the page is shown in it. An element with that id in the document does not count. */
export function desktopApp(): DesktopApp | undefined {
  const { electron_bridge } = window as { readonly electron_bridge?: unknown };
  const isApp = typeof electron_bridge === "object" && electron_bridge !== null && !(electron_bridge instanceof Node);
  return isApp ? (electron_bridge as DesktopApp) : undefined;
}
