import "./style/tokens.css";
import "./style/base.css";
import "./style/opening.css";
import { effect } from "@preact/signals";
import { render } from "preact";
import { type Client, ClientProvider } from "./client/client.ts";
import type { Surface } from "./client/live-client.ts";
import { arriveFromOthers } from "./client/organizations/arrival.ts";
import { keepInstallPrompt } from "./client/session/install-prompt.ts";
import { start } from "./client/start.ts";
import { forgetDrawn } from "./forget-drawn.ts";
import { startKeyboard } from "./keyboard.ts";
import { afterPaint, loadDeferred, loadOutside } from "./loads.ts";
import { isSpectator } from "./model/people/account.ts";
import { showDialog } from "./parts/overlays/overlays.tsx";
import { showToast } from "./parts/overlays/show-toast.ts";
import { Shell } from "./views/shell/shell.tsx";
import { waitToRetry } from "./wire/wait-to-retry.ts";
import { chooseWords, loadLastWords } from "./words/language/choose-words.ts";
import { keptLanguage, languageWishes } from "./words/language/language.ts";
import { chooseHours } from "./words/language/speech.ts";

/** Loads the notification code when the first new message arrives. If loading fails, no notification is shown. */
const notifyLater: Surface["notify"] = (...message) =>
  void loadDeferred().then(
    ({ notify }) => notify(...message),
    () => {},
  );

/** Starts the background tasks, retrying until their script is loaded. The views work without them. */
async function runInBackground(client: Client): Promise<void> {
  const opened = client.place.peek();
  await afterPaint();
  for (let failures = 1; ; failures++) {
    const loaded = await loadDeferred().catch(() => undefined);
    if (loaded !== undefined) return loaded.runInBackground(client, opened);
    await waitToRetry(failures);
  }
}

async function main(): Promise<void> {
  keepInstallPrompt();
  arriveFromOthers();
  loadLastWords();
  const client = await start({ toast: showToast, show: showDialog, notify: notifyLater });
  const { user_settings, realm_default_language } = client.watch("account", "realm");
  const languages = { account: user_settings.default_language, organization: realm_default_language };
  await chooseWords(languageWishes({ here: keptLanguage(), ...languages }, navigator.languages));
  effect(() => {
    const settings = client.watch("account").user_settings;
    const { style } = document.documentElement;
    // Messages have a readable width, unless the user has chosen the full width.
    style.setProperty("--measure", settings.fluid_layout_width ? "100%" : "");
    // The default setting, 16 px, leaves the browser's font size (100 %) unchanged.
    style.fontSize = `${(settings.web_font_size_px / 16) * 100}%`;
    style.setProperty("--spread", String(settings.web_line_height_percent / 140));
  });
  effect(() => chooseHours(client.watch("account").user_settings.twenty_four_hour_time));
  if (isSpectator(client.watch("account"))) {
    (await loadDeferred()).permitLooking(client);
  }
  if (client.watch("outside").outside_access) (await loadOutside()).startOutside(client);
  startKeyboard();
  forgetDrawn();

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
  void runInBackground(client);
}

// Not awaited, because scripts loaded later import this module, and would wait until `main` has ended.
void main();
