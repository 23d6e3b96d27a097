import type { Client } from "../../client/client.ts";
import { isPermitted } from "../../keyboard.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { hasCalls } from "../../model/calls/calls.ts";
import { voiceRoomsOf } from "../../model/calls/calls-events.ts";
import { canAdminister, canSubscribe } from "../../model/channels/channel-permissions.ts";
import { channelById, subscriptionTo } from "../../model/channels/channels.ts";
import { canInviteOutside } from "../../model/channels/outside-rules.ts";
import type { AnyEvent } from "../../model/event.ts";
import type { ChannelId, UserId } from "../../model/ids.ts";
import { hasPermission } from "../../model/people/permissions.ts";
import type { Channel, Subscription } from "../../model/state.ts";
import { unreadTopicsOf } from "../../model/unread/sidebar.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { confirm } from "../../parts/overlays/dialog.tsx";
import type { MenuEntry } from "../../parts/overlays/menu.tsx";
import { appWords } from "../../words/app.ts";
import { channelsWords } from "../../words/channels.ts";
import { keysWords } from "../../words/help.ts";
import { navWords } from "../../words/nav.ts";
import { attempt } from "../attempt.ts";
import { copyText } from "../copy-text.ts";
import { inviteOutside } from "../invite-outside.ts";
import { markRead } from "../mark-as-read/mark-read.ts";

export function channelMenu(client: Client, id: ChannelId): readonly MenuEntry[] {
  const state = client.watch();
  const channel = channelById(state, id);
  const w = channelsWords();
  if (channel === undefined) return [];
  return [
    (unreadOf(state).channels.get(id)?.count ?? 0) > 0 && {
      label: w.markRead,
      icon: "check-check",
      run: () =>
        markRead(
          client,
          unreadTopicsOf(state, id).map((one) => one.conversation),
        ),
    },
    { label: w.topics, icon: "list", run: () => client.go({ view: "topics", channel: id }) },
    { label: w.feed, icon: "messages-square", run: () => client.go({ view: "channel", channel: id }) },
    { label: w.copyLink, icon: "link", run: () => void copyLink(client, id) },
    ...(isPermitted("details") ? memberEntries(client, channel) : []),
  ];
}

export const boardEntry = (client: Client, channel: ChannelId): MenuEntry => ({
  label: navWords().board,
  icon: "pin",
  run: () => client.go({ view: "board", channel }),
});

/** Returns the menu entries that spectators and people who joined through an outside link don't get. */
function memberEntries(client: Client, channel: Channel): readonly MenuEntry[] {
  const id = channel.stream_id;
  const subscription = subscriptionTo(client.watch(), id);
  const w = channelsWords();
  const app = appWords();
  const own = (property: "is_muted" | "pin_to_top") => () =>
    void changeOwn(client, id, property, !subscription?.[property]);
  return [
    boardEntry(client, id),
    ...voiceRoomEntries(client, channel),
    subscription && "line",
    subscription && {
      label: subscription.pin_to_top ? w.unpin : w.pin,
      icon: subscription.pin_to_top ? "pin-off" : "pin",
      run: own("pin_to_top"),
    },
    subscription && {
      label: subscription.is_muted ? w.unmute : w.mute,
      icon: subscription.is_muted ? "bell" : "bell-off",
      run: own("is_muted"),
    },
    canInviteOutside(client.watch(), channel) && {
      label: keysWords().actions.inviteOutside,
      icon: "door-open",
      run: () => void inviteOutside(client, id),
    },
    "line",
    {
      label: w.details,
      icon: "info",
      run: () => client.showDetails({ kind: "channel", channel: id }),
    },
    subscription
      ? { label: app.leave, icon: "log-out", run: () => void leaveChannel(client, channel) }
      : canSubscribe(client.watch(), channel) && {
          label: app.join,
          icon: "plus",
          run: () => void joinChannel(client, channel),
        },
  ];
}

/** Returns the menu entry that opens or removes a channel's voice room, if the user administers the channel. */
function voiceRoomEntries(client: Client, channel: Channel): readonly MenuEntry[] {
  const state = client.watch();
  if (!hasCalls(state) || channel.is_archived || !canAdminister(state, channel)) return [];
  const path = `/streams/${channel.stream_id}/voice_room`;
  const w = channelsWords();
  if (voiceRoomsOf(state).includes(channel.stream_id)) {
    const remove = () => attempt(client, () => client.api.delete(path), { done: w.voiceRoomRemoved, undo: open });
    const open = () => attempt(client, () => client.api.post(path));
    return [{ label: w.removeVoiceRoom, icon: "volume", run: () => void remove() }];
  }
  if (!hasPermission(state, "can_start_calls_group")) return [];
  return [{ label: w.openVoiceRoom, icon: "volume", run: () => void attempt(client, () => client.api.post(path)) }];
}

const copyLink = (client: Client, channel: ChannelId) =>
  copyText(client, location.origin + location.pathname + hashForRoute({ view: "channel", channel }, client.watch()));

/** Changes one of the user's own settings for a channel. The page shows it immediately. */
export async function changeOwn<Name extends keyof Subscription>(
  client: Client,
  channel: ChannelId,
  property: Name,
  value: Subscription[Name],
): Promise<void> {
  const before = subscriptionTo(client.watch(), channel)?.[property];
  // If the server refuses the change, the previous value is restored. It can be null, which the event types don't
  // allow.
  const event = (now: unknown): AnyEvent => ({
    ...{ type: "subscription", op: "update", stream_id: channel, property, value: now as string | boolean },
  });
  const fields = { subscription_data: [{ stream_id: channel, property, value }] };
  const path = "/users/me/subscriptions/properties";
  await client.acts.act({ method: "post", path, fields, shows: [event(value)], undoes: [event(before)] });
}

export const joinChannel = (client: Client, { name }: Channel) =>
  attempt(client, () => client.api.post("/users/me/subscriptions", { subscriptions: [{ name }] }), {
    done: channelsWords().joined(name),
  });

/** Leaves a channel, after a confirmation if it is private. */
export async function leaveChannel(client: Client, channel: Channel): Promise<void> {
  const w = channelsWords();
  const { name, invite_only } = channel;
  if (
    invite_only &&
    !(await confirm({ title: w.leaveTitle, text: w.leavePrivate, action: appWords().leave, danger: true }))
  )
    return;
  await attempt(client, () => client.api.delete("/users/me/subscriptions", { subscriptions: [name] }), {
    done: w.left(name),
    undo: invite_only ? undefined : () => joinChannel(client, channel),
  });
}

export async function addSubscribers(client: Client, { name }: Channel, users: readonly UserId[]): Promise<void> {
  await client.api.post("/users/me/subscriptions", { subscriptions: [{ name }], principals: users });
  client.toast({ text: channelsWords().added(users.length) });
}
