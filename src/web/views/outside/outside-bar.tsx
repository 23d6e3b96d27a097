import "./outside.css";
import { effect } from "@preact/signals";
import { type Client, useClient } from "../../client/client.ts";
import { loadParts } from "../../client/running-parts.ts";
import { setOutsideEnd } from "../../client/session/session.ts";
import { permitOnly } from "../../keyboard.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { channelById } from "../../model/channels/channels.ts";
import { isWithinAccess, outsideHome } from "../../model/channels/outside-rules.ts";
import type { OutsideAccess } from "../../model/state.ts";
import { now } from "../../parts/indicators/time.tsx";
import { MenuButton, type MenuEntry } from "../../parts/overlays/menu.tsx";
import { appWords } from "../../words/app.ts";
import { outsideWords } from "../../words/outside.ts";
import { shortDate } from "../../words/time.ts";
import { DeviceRequests } from "./device-requests.tsx";
import { LetIn, noteAdmissions } from "./let-in.tsx";
import { askToLeave, openKeepAccount, openOutsideSettings } from "./own-dialogs.tsx";

/**
 * Limits the client to what someone who joined through an outside link can see and do. Leaves when their access ends.
 */
export function startOutside(client: Client): void {
  document.documentElement.dataset["outside"] = "";
  noteAdmissions(client.watch("outside").outside_access);
  const refuse = () => client.toast({ text: outsideWords().notOutside });
  effect(() => {
    const state = client.watch("outside", "channels", "realm");
    const { outside_access: access } = state;
    // The person has become an ordinary guest.
    if (!access) return location.reload();
    setOutsideEnd(access.wants_to_stay === null ? "ended" : "asked");
    permitOnly(actionsFor(access), refuse);
    if (!isWithinAccess(client.place.value, access)) client.go(outsideHome(state, access), "replace");
  });
  effect(() => {
    if (client.connection.value.kind === "logged-out") void loadParts().then(({ leaveBrowser }) => leaveBrowser());
  });
}

const actionsFor = ({ topic, can_call }: OutsideAccess) =>
  [
    ...(["help", "leave", "nextPane", "previousPane", "theme", "nextItem", "previousItem"] as const),
    ...(["nextMessage", "previousMessage", "pageDown", "pageUp", "firstMessage", "lastMessage"] as const),
    ...(["jumpToDate", "editLast", "markConversationRead", "reply", "quote", "mentionSender"] as const),
    ...(["react", "thumbsUp", "toggleFirstReaction", "edit", "deleteMessage", "collapse", "copyLink"] as const),
    ...(["copyMessage", "viewImage", "history", "messageMenu"] as const),
    ...(["send", "newLine", "bold", "italic", "link", "code", "preview", "openTarget"] as const),
    ...(topic === null ? (["composeTopic", "openTopic", "openChannel", "topicList"] as const) : []),
    ...(can_call ? (["call", "muteMicrophone"] as const) : []),
  ] as const;

/**
 * Shows someone who joined through an outside link how long their access lasts and who sees them, with a menu of what
 * they can change.
 */
export function OutsideBar() {
  const client = useClient();
  const state = client.watch("outside", "channels", "realm");
  const access = state.outside_access;
  if (!access) return null;
  const w = outsideWords();
  const channel = channelById(state, access.channel_id)?.name ?? "";
  const home = hashForRoute(outsideHome(state, access), state);
  const isHome = home === hashForRoute(client.place.value, state).replace(/\/(near|with)\/\d+$/, "");
  return (
    <aside class="outside-bar" data-home={isHome && ""} aria-label={state.realm_name}>
      <DeviceRequests link={access.link_id} devices={access.devices} />
      <LetIn access={access} />
      <p>
        <b>{state.realm_name}</b>
        {" · "}
        {w.hereUntil(shortDate(access.expires_at, now.value))}
        {" · "}
        {access.can_post ? w.seenBy(channel) : w.onlyReading(channel)}
      </p>
      <MenuButton icon="menu" label={w.menu} entries={() => entriesFor(client)} />
    </aside>
  );
}

const entriesFor = (client: Client): readonly MenuEntry[] => {
  const w = outsideWords();
  return [
    { label: w.settings, icon: "settings", run: () => openOutsideSettings(client) },
    { label: w.keep, icon: "user-plus", run: () => openKeepAccount(client) },
    "line",
    { label: appWords().leave, icon: "log-out", run: () => void askToLeave(client) },
  ];
};
