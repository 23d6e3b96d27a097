import "./style/tokens.css";
import "./style/base.css";
import "./style/waiting.css";
import { render } from "preact";
import { ClientProvider } from "./client/client.ts";
import { learnHabits } from "./client/habits.ts";
import { followLogins } from "./client/log-in-again.ts";
import { leaveWithOthers } from "./client/log-out.ts";
import { start } from "./client/start.ts";
import { startKeyboard } from "./keyboard.ts";
import { dismissDialog, showDialog } from "./parts/overlays.tsx";
import { showToast } from "./parts/toasts.tsx";
import { notify } from "./views/notifications/notify.ts";
import { followUnread } from "./views/notifications/page-title.ts";
import { Shell } from "./views/shell/shell.tsx";
import { chooseWords } from "./words/words.ts";

const client = await start({ toast: showToast, show: showDialog, dismiss: dismissDialog, notify });
await chooseWords([client.watch("account").user_settings.default_language]);
startKeyboard();
followUnread(client);
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
