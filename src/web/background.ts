import { learnHabits } from "./client/background/habits.ts";
import { startMeter } from "./client/background/meter.ts";
import type { Client } from "./client/client.ts";
import { keepClientFiles } from "./client/keep-files.ts";
import { ARRIVED, hasSeveral } from "./client/organizations/arrival.ts";
import { followLogins } from "./client/session/log-in-again.ts";
import { leaveWithOthers, PRIVATE_FILES } from "./client/session/log-out.ts";
import { UNSENT_STORED } from "./client/voice/unsent.ts";
import { loadOutside, loadSwitching, loadVoice } from "./loads.ts";
import { isSpectator } from "./model/people/account.ts";
import type { Route } from "./model/routes/place.ts";
import { startTooltips } from "./parts/overlays/tooltip.ts";
import { keepFocus } from "./views/frame/keep-focus.ts";
import { announceReactions } from "./views/message/announce-reactions.ts";
import { serveDesktopApp } from "./views/notifications/desktop-app.ts";
import { answerWorker, servePushes } from "./views/notifications/notify.ts";
import { followUnread } from "./views/notifications/page-title.ts";
import { openShared } from "./views/share-target/share.tsx";
import { followVisibleHeight, holdBottomBar, serveWayBack } from "./views/shell/phones.ts";

/**
 * Starts the tasks that run alongside the views. They are loaded after the page is shown, so that no view waits for
 * them. `opened` is the route the page was opened at.
 */
export function runInBackground(client: Client, opened: Route): void {
  keepFocus(client, opened);
  answerWorker();
  followUnread(client);
  startTooltips();
  followVisibleHeight();
  holdBottomBar();
  serveWayBack(client);
  leaveWithOthers();
  followLogins();
  learnHabits(client);
  startMeter(client);
  announceReactions(client);
  serveDesktopApp(client);
  followOthers(client);
  client.listen("outside_links", (event) => {
    if (event?.op !== "managed" || event.outside_link.devices.length === 0) return;
    void loadOutside().then(({ announceDevices }) => announceDevices(client, event.outside_link));
  });
  if (!isSpectator(client.watch("account"))) void openShared(client).catch(() => undefined);
  if (localStorage.getItem(UNSENT_STORED) !== null)
    void loadVoice()
      .then(({ resumeSending }) => resumeSending(client))
      .catch(() => undefined);
  // A tab closed during an import may have left gigabytes of unpacked files.
  if (localStorage.getItem(PRIVATE_FILES) !== null)
    void import("./client/import/workroom.ts").then(({ sweepWorkrooms }) => sweepWorkrooms()).catch(() => undefined);
  // Delayed, because it loads all files again and would compete with more urgent requests.
  setTimeout(() => void keepClientFiles().then(() => servePushes(client)), 2500);
}

/**
 * Keeps this organization's entry in the list of organizations up to date, if this device has a list or another
 * organization's page has sent one.
 */
function followOthers(client: Client): void {
  if (isSpectator(client.watch("account"))) return;
  if (!hasSeveral.value && localStorage.getItem(ARRIVED) === null) return;
  void loadSwitching().then(
    ({ followSwitching }) => followSwitching(client),
    () => {},
  );
}
