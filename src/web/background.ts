import type { Client } from "./client/client.ts";
import { learnHabits } from "./client/following/habits.ts";
import { keepClientFiles } from "./client/keep-files.ts";
import { PRIVATE_FILES } from "./client/private-files.ts";
import { followLogins } from "./client/session/log-in-again.ts";
import { leaveWithOthers } from "./client/session/log-out.ts";
import { onDemand } from "./loads.ts";
import type { Place } from "./model/places/place.ts";
import { startTooltips } from "./parts/overlays/tooltip.ts";
import { desktopApp } from "./views/notifications/desktop-bridge.ts";
import { followUnread } from "./views/notifications/page-title.ts";
import { keepFocus } from "./views/shell/keep-focus.ts";
import { followVisibleHeight, serveWayBack } from "./views/shell/phones.ts";

/** Answers the service worker; if the script cannot be loaded, the worker shows a notification for every push. */
const servePushesOf = (client: Client): Promise<void> =>
  "serviceWorker" in navigator && "PushManager" in window
    ? onDemand().then(
        (pushes) => pushes.servePushes(client),
        () => {},
      )
    : Promise.resolve();

/**
 * Starts the tasks that run beside the views. No view waits for them: they are loaded after the page is shown, at `opened`.
 */
export function runInBackground(client: Client, opened: Place): void {
  keepFocus(client, opened);
  followUnread(client);
  startTooltips();
  followVisibleHeight();
  serveWayBack(client);
  leaveWithOthers();
  followLogins();
  learnHabits(client);
  if (desktopApp() !== undefined) void onDemand().then((app) => app.serveDesktopApp(client));
  // A tab that was closed during an import may have left gigabytes of unpacked files.
  if (localStorage.getItem(PRIVATE_FILES) !== null)
    void import("./client/moving/workroom.ts").then(({ sweepWorkrooms }) => sweepWorkrooms()).catch(() => undefined);
  // Loaded once the conversation is shown, so that nobody waits for it when it is opened.
  setTimeout(() => void onDemand().catch(() => undefined), 1000);
  // Later than what is needed now, because it loads all files once more.
  setTimeout(() => void keepClientFiles().then(() => servePushesOf(client)), 2500);
}
