import type { Client } from "../../client/client.ts";
import { hasSeveral } from "../../client/organizations/arrival.ts";
import { runAction } from "../../keyboard.ts";
import { loadSwitching } from "../../loads.ts";
import { canMakeBots } from "../../model/people/permissions.ts";
import type { MenuEntry } from "../../parts/overlays/menu.tsx";
import { laterStyle } from "../../style/later-style.ts";
import { changeLook, lookNow } from "../../style/look.ts";
import { keysWords } from "../../words/help.ts";
import { navWords } from "../../words/nav.ts";
import { installWords } from "../../words/notifications.ts";
import { myMenuWords } from "../../words/screens.ts";
import { switchingWords } from "../../words/switching.ts";
import { attempt } from "../attempt.ts";
import { connectPage } from "../connect-page.ts";
import { askToLogOut } from "../drafts/ask-to-log-out.ts";
import { canInstall, install } from "../notifications/install.tsx";

export function myMenu(client: Client): readonly MenuEntry[] {
  const w = myMenuWords();
  const look = lookNow();
  const theme = (label: string, value: "light" | "dark" | undefined): MenuEntry => ({
    label,
    one: true,
    checked: look.theme === value,
    run: () => changeLook({ theme: value }),
  });
  return [
    { label: keysWords().actions.setStatus, icon: "smile", run: () => runAction("setStatus") },
    {
      label: w.myProfile,
      icon: "user",
      run: () => client.showDetails({ kind: "person", user: client.watch().user_id }),
    },
    "line",
    { title: w.appearance },
    theme(w.themeSystem, undefined),
    theme(w.themeLight, "light"),
    theme(w.themeDark, "dark"),
    {
      label: w.compact,
      checked: look.density === "compact",
      run: () => changeLook({ density: look.density === "compact" ? undefined : "compact" }),
    },
    "line",
    { label: keysWords().actions.settings, icon: "settings", run: () => client.go({ view: "settings" }) },
    canMakeBots(client.watch()) && {
      label: keysWords().actions.integrations,
      icon: "blocks",
      run: () => runAction("integrations"),
    },
    { label: keysWords().actions.help, icon: "keyboard", action: "help", run: () => runAction("help") },
    canInstall() && { label: installWords().menu, icon: "arrow-down", run: () => install(client) },
    { label: w.connectApps, icon: "external-link", run: () => open(connectPage(), "_blank", "noopener") },
    { label: navWords().about, icon: "info", run: () => client.go({ view: "about" }) },
    {
      label: hasSeveral.value ? switchingWords().manage : switchingWords().add,
      icon: "plus",
      run: () => void attempt(client, () => openSwitching(client)),
    },
    "line",
    { label: keysWords().actions.logOut, icon: "log-out", run: () => askToLogOut(client) },
  ];
}

/** Entries that start a message from anywhere, for phones. */
export const newMenu = (): readonly MenuEntry[] => [
  { label: keysWords().actions.composeTopic, icon: "square-pen", run: () => runAction("composeTopic") },
  { label: keysWords().actions.composeDirect, icon: "mail", run: () => runAction("composeDirect") },
];

async function openSwitching(client: Client): Promise<void> {
  const { followSwitching, openAddOrganization, openOrganizations } = await loadSwitching();
  await laterStyle();
  followSwitching(client);
  if (hasSeveral.value) openOrganizations(client);
  else openAddOrganization(client);
}
