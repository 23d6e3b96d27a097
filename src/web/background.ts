import type { Client } from "./client/client.ts";
import { learnHabits } from "./client/following/habits.ts";
import { keepClientFiles } from "./client/keep-files.ts";
import { PRIVATE_FILES } from "./client/private-files.ts";
import { followLogins } from "./client/session/log-in-again.ts";
import { leaveWithOthers } from "./client/session/log-out.ts";
import { onDemand } from "./loads.ts";
import { startTooltips } from "./parts/overlays/tooltip.ts";
import { desktopApp } from "./views/notifications/desktop-bridge.ts";
import { followUnread } from "./views/notifications/page-title.ts";
import { keepFocus } from "./views/shell/keep-focus.ts";
import { followVisibleHeight } from "./views/shell/visible-height.ts";
import { serveWayBack } from "./views/shell/way-back.ts";

/** Where it cannot be loaded, the service worker tells of all that is pushed. */
const servePushesOf = (client: Client): Promise<void> =>
  "serviceWorker" in navigator && "PushManager" in window
    ? onDemand().then(
        (pushes) => pushes.servePushes(client),
        () => {},
      )
    : Promise.resolve();

/** Starts what runs beside the views. None of them waits for it: it is loaded once the page is there. */
export function runInBackground(client: Client): void {
  keepFocus(client);
  followUnread(client);
  startTooltips();
  followVisibleHeight();
  serveWayBack(client);
  leaveWithOthers();
  followLogins();
  learnHabits(client);
  if (desktopApp() !== undefined) void onDemand().then((app) => app.serveDesktopApp(client));
  // A tab that was closed in the middle may have left gigabytes.
  if (localStorage.getItem(PRIVATE_FILES) !== null)
    void import("./client/moving/workroom.ts").then(({ sweepWorkrooms }) => sweepWorkrooms()).catch(() => undefined);
  // Once the conversation is there: nothing of it is waited for then.
  setTimeout(() => void onDemand().catch(() => undefined), 1000);
  // Not before what is needed now: it loads all files once more.
  setTimeout(() => void keepClientFiles().then(() => servePushesOf(client)), 2500);
}
