import "./style/tokens.css";
import "./style/base.css";
import "./style/opening.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { ClientProvider } from "./client/client.ts";
import { learnHabits } from "./client/habits.ts";
import type { Surface } from "./client/live-client.ts";
import { followLogins } from "./client/log-in-again.ts";
import { leaveWithOthers } from "./client/log-out.ts";
import { keepClientFiles } from "./client/new-version.ts";
import { start } from "./client/start.ts";
import { startKeyboard } from "./keyboard.ts";
import { dismissDialog, showDialog } from "./parts/overlays.tsx";
import { showToast } from "./parts/toasts.tsx";
import { startTooltips } from "./parts/tooltip.ts";
import { desktopApp } from "./views/notifications/desktop-bridge.ts";
import { followUnread } from "./views/notifications/page-title.ts";
import { Shell } from "./views/shell/shell.tsx";
import { followVisibleHeight } from "./views/shell/visible-height.ts";
import { chooseHours } from "./words/language.ts";
import { chooseWords } from "./words/words.ts";

/** What is said of new messages is loaded with the first of them. */
/** Where what notifies cannot be loaded, nobody is notified. */
const notifyLater: Surface["notify"] = (...message) =>
  void import("./views/notifications/notify.ts").then(
    ({ notify }) => notify(...message),
    () => {},
  );

async function main(): Promise<void> {
  const client = await start({ toast: showToast, show: showDialog, dismiss: dismissDialog, notify: notifyLater });
  await chooseWords([client.watch("account").user_settings.default_language]);
  effect(() => chooseHours(client.watch("account").user_settings.twenty_four_hour_time));
  startKeyboard();
  followVisibleHeight();
  startTooltips();
  followUnread(client);
  if (desktopApp() !== undefined)
    void import("./views/notifications/desktop-app.ts").then((app) => app.serveDesktopApp(client));
  learnHabits(client);
  leaveWithOthers();
  followLogins();

  const page = document.getElementById("app");
  page?.replaceChildren();
  if (page !== null) {
    render(
      <ClientProvider value={client}>
        <Shell />
      </ClientProvider>,
      page,
    );
  }
}

// Not awaited: parts that are loaded later import from this script, and would wait until it has ended.
void main();
// Once the conversation is there, all that is loaded on use follows with the palette: nothing is waited for then.
setTimeout(() => void import("./views/palette/palette.tsx").catch(() => undefined), 1500);
// Not before what is needed now: it loads all files once more.
setTimeout(() => void keepClientFiles(), 3000);
