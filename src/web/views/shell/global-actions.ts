import type { Client } from "../../client/client.ts";
import { runAction, useAction } from "../../keyboard.ts";
import type { ActionName } from "../../keys.ts";
import { onDemand, soon } from "../../loads.ts";
import { canCreateChannels } from "../../model/channels/channel-permissions.ts";
import { canInvite, canMakeBots } from "../../model/organization/permissions.ts";
import { homePlace } from "../../model/places/address.ts";
import type { Place } from "../../model/places/place.ts";
import { changeLook, lookNow } from "../../style/look.ts";
import { useChannelKeys } from "../channels/channel-keys.ts";
import { markAllRead } from "../inbox/mark-read.ts";
import { channelOf } from "../nav/channel-part.tsx";
import { useFindActions } from "../palette/find-actions.ts";

/** The places that have a key of their own. */
const PLACES: readonly (readonly [ActionName, Place])[] = [
  ["inbox", { view: "inbox" }],
  ["recent", { view: "recent" }],
  ["combined", { view: "combined" }],
  ["mentions", { view: "mentions" }],
  ["starred", { view: "starred" }],
  ["directs", { view: "directs" }],
  ["drafts", { view: "drafts" }],
  ["scheduled", { view: "scheduled" }],
  ["reminders", { view: "reminders" }],
  ["reactions", { view: "reactions" }],
  ["channels", { view: "channels" }],
  ["settings", { view: "settings" }],
];

/** Binds the keys that work in every place. */
export function useGlobalActions(client: Client): void {
  for (const [name, place] of PLACES) useAction(name, () => client.go(place));
  useFindActions(client);
  useChannelKeys(client);
  // The palette finds all entries of the sidebar.
  useAction("filterSidebar", () => runAction("palette"));
  useAction("setStatus", async () => (await onDemand()).openStatusDialog(client));
  useAction("logOut", async () => (await onDemand()).askToLogOut(client));
  const state = client.watch("realm", "groups", "account");
  const createChannel = async () => (await onDemand()).openCreateChannel(client);
  useAction("createChannel", createChannel, canCreateChannels(state));
  useAction("invite", async () => (await onDemand()).openInvite(client), canInvite(state));
  const setUp = () => client.go({ view: "settings", section: "integrations" });
  useAction("integrations", setUp, canMakeBots(state));
  useAction("markAllRead", () => markAllRead(client));
  useAction("theme", () => changeLook({ theme: isDark() ? "light" : "dark" }));
  const toggleDetails = () => {
    const channel = channelOf(client.place.value);
    const isOpen = client.details.value !== undefined;
    client.details.value = isOpen
      ? undefined
      : channel === undefined
        ? { kind: "people" }
        : { kind: "channel", channel };
  };
  useAction("details", toggleDetails);
  const showPeople = () => {
    client.details.value = { kind: "people", filters: true };
  };
  useAction("people", showPeople);
  useAction("filterPeople", showPeople);
  useAction("help", async () => (await onDemand()).openKeysDialog(client));
  useAction("nextPane", async () => (await soon()).stepPane(1));
  useAction("previousPane", async () => (await soon()).stepPane(-1));
  useAction("leave", () => leave(client));
}

/** Closes the pane beside the conversation; if none is open, goes to the home view, if the user's settings want that. */
function leave(client: Client): void {
  const state = client.watch();
  const home = homePlace(state);
  if (client.details.value !== undefined) client.details.value = undefined;
  else if (client.section.value !== undefined) client.section.value = undefined;
  else if (state.user_settings.web_escape_navigates_to_home_view && client.place.value.view !== home.view)
    client.go(home);
}

function isDark(): boolean {
  const { theme } = lookNow();
  return theme === "dark" || (theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches);
}
