import { useEffect } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { areAllBound, runAction, useAction } from "../../keyboard.ts";
import { loadDeferred } from "../../loads.ts";
import { homePlace } from "../../model/addresses/address.ts";
import { channelSections } from "../../model/channels/channel-list.ts";
import { channelById } from "../../model/channels/channels.ts";
import { canInviteOutside } from "../../model/channels/outside-rules.ts";
import { canCreateChannels, canInvite, canMakeBots } from "../../model/people/permissions.ts";
import { channelOf } from "../../model/routes/place.ts";
import { changeLook, lookNow } from "../../style/look.ts";
import { inviteOutside } from "../invite-outside.ts";
import { markAllRead } from "../mark-as-read/mark-read.ts";
import { placeOfChannel } from "../place-of.ts";

/** Places with an action that opens them. Both have the same name. */
const PLACES = [
  ...(["inbox", "recent", "combined", "mentions", "starred", "directs"] as const),
  ...(["drafts", "scheduled", "reminders", "reactions", "channels", "settings"] as const),
];

/** Binds the keys that work everywhere, except those in `useFindActions`. Renders nothing. */
export function GlobalActions() {
  const client = useClient();
  for (const view of PLACES) useAction(view, () => client.go({ view }));
  useChannelKeys(client);
  // Opens the palette, because it finds everything that the sidebar lists.
  useAction("filterSidebar", () => runAction("palette"));
  useAction("setStatus", async () => (await loadDeferred()).openStatusDialog(client));
  useAction("logOut", async () => (await loadDeferred()).askToLogOut(client));
  const state = client.watch("realm", "groups", "account");
  const createChannel = async () => (await loadDeferred()).openCreateChannel(client);
  useAction("createChannel", createChannel, canCreateChannels(state));
  useAction("invite", async () => (await loadDeferred()).openInvite(client), canInvite(state));
  const place = client.place.value;
  const here = channelOf(place);
  const channel = here === undefined ? undefined : channelById(client.watch("channels"), here);
  const topic = place.view === "topic" ? place.topic : undefined;
  const openTo = () => channel && inviteOutside(client, channel.stream_id, topic);
  useAction("inviteOutside", openTo, channel !== undefined && canInviteOutside(state, channel));
  const setUp = () => client.go({ view: "settings", section: "integrations" });
  useAction("integrations", setUp, canMakeBots(state));
  useAction("markAllRead", () => markAllRead(client));
  useAction("theme", () => changeLook({ theme: isDark() ? "light" : "dark" }));
  const toggleDetails = () => {
    const channel = channelOf(client.place.value);
    const isOpen = client.details.value !== undefined;
    client.showDetails(isOpen ? undefined : channel === undefined ? { kind: "people" } : { kind: "channel", channel });
  };
  useAction("details", toggleDetails);
  const showPeople = () => client.showDetails({ kind: "people", filters: true });
  useAction("people", showPeople);
  useAction("filterPeople", showPeople);
  useAction("help", async () => (await loadDeferred()).openKeysDialog(client));
  useAction("nextPane", async () => (await loadDeferred()).stepPane(1));
  useAction("previousPane", async () => (await loadDeferred()).stepPane(-1));
  useAction("leave", () => leave(client));
  useEffect(() => {
    areAllBound.value = true;
  }, []);
  return null;
}

/**
 * Closes the pane next to the conversation. If none is open, goes to the home view, provided that the user enabled this
 * in the settings.
 */
function leave(client: Client): void {
  const state = client.watch();
  const home = homePlace(state);
  if (client.details.value !== undefined) client.showDetails(undefined);
  else if (client.section.value !== undefined) client.section.value = undefined;
  else if (state.user_settings.web_escape_navigates_to_home_view && client.place.value.view !== home.view)
    client.go(home);
}

function isDark(): boolean {
  const { theme } = lookNow();
  return theme === "dark" || (theme === undefined && matchMedia("(prefers-color-scheme: dark)").matches);
}

/** Binds the keys that move between channels, and those that lead from a topic to its channel. */
function useChannelKeys(client: Client): void {
  const here = () => channelOf(client.place.value);
  const step = (by: 1 | -1) => () => {
    const state = client.watch();
    const ids = channelSections(state).flatMap(({ active, inactive }) =>
      [...active, ...inactive].map(({ stream_id }) => stream_id),
    );
    const present = here();
    const at = present === undefined ? -1 : ids.indexOf(present);
    const next = at < 0 ? ids.at(by === 1 ? 0 : -1) : ids[(at + by + ids.length) % ids.length];
    if (next === undefined) return false;
    client.go(placeOfChannel(state, next));
    return true;
  };
  const inChannel = (go: (channel: number) => void) => () => {
    const channel = here();
    if (channel === undefined) return false;
    go(channel);
    return true;
  };
  useAction("nextChannel", step(1));
  useAction("previousChannel", step(-1));
  useAction(
    "topicList",
    inChannel((channel) => client.go({ view: "topics", channel })),
  );
  useAction(
    "openChannel",
    inChannel((channel) => client.go({ view: "channel", channel })),
  );
}
