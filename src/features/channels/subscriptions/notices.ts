import { channelMarkdown, quoted, userMarkdown } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { sendChannelNotice, sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import type { ChannelsByUser } from "../channels/channel-events.ts";
import { type Channel, channelIndex } from "../channels/channels.ts";

const CHANNEL_EVENTS = "channel events";
const NEW_CHANNELS = "new channels";

/**
 * Sends a direct message to users the caller subscribed (channels-topics.md 4). Sends none and returns false if there
 * are too many.
 */
export function sendSubscriptionNotices(
  realm: Realm,
  actor: Actor,
  { users, subscribed }: { users: readonly User[]; subscribed: ChannelsByUser },
): boolean {
  if (subscribed.size > lengthLimits.max_bulk_new_subscription_messages) return false;
  for (const user of users) {
    const channels = subscribed.get(user.id);
    if (channels === undefined || user.id === actor.user_id || user.bot_type !== null) continue;
    sendDirectNotice(realm, { to: user.id, content: subscriptionText(actor, channels) });
  }
  return true;
}

function subscriptionText(actor: Actor, channels: readonly Channel[]): string {
  const [first] = channels;
  if (first !== undefined && channels.length === 1)
    return `${userMarkdown(actor)} subscribed you to the channel ${channelMarkdown(first)}.`;
  const list = channels.map((channel) => `* ${channelMarkdown(channel)}`).join("\n");
  return `${userMarkdown(actor)} subscribed you to the following channels:\n\n${list}`;
}

/** Announces a new channel in the announcement channel, and posts its first message. */
export function sendNewChannelNotices(
  realm: Realm,
  actor: Actor,
  channel: Channel,
  { announce }: { announce: boolean },
): void {
  if (announce && channel.invite_only === 0) announceChannel(realm, actor, channel);
  const { description } = channel;
  const about = description === "" ? "*No description.*" : quoted(description);
  const did = `created ${channelMarkdown(channel)}, ${describePrivacy(channel)}.\n\n**Description:**\n${about}`;
  postChannelEvent(realm, actor, channel, did);
}

/**
 * Posts a message about what the user did (`did`) to the channel, unless the organization disabled such messages. The
 * message starts as read for the user.
 */
export function postChannelEvent(realm: Realm, actor: Actor, { id }: Channel, did: string): void {
  if (!realmSettings(realm).send_channel_events_messages) return;
  const content = `${userMarkdown(actor)} ${did}`;
  sendChannelNotice(realm, { channel: id, topic: CHANNEL_EVENTS, content, readBy: new Set([actor.user_id]) });
}

function announceChannel(realm: Realm, actor: Actor, channel: Channel): void {
  const id = realmSettings(realm).new_stream_announcements_stream_id;
  const target = [...channelIndex(realm).byId.values()].find((other) => other.id === id);
  if (target === undefined || target.is_archived === 1) return;
  const content = `${userMarkdown(actor)} created a new channel ${channelMarkdown(channel)}.`;
  sendChannelNotice(realm, { channel: target.id, topic: NEW_CHANNELS, content, readBy: new Set([actor.user_id]) });
}

export function describePrivacy(
  channel: Pick<Channel, "invite_only" | "is_web_public" | "history_public_to_subscribers">,
): string {
  if (channel.is_web_public === 1) return "a **web-public** channel";
  if (channel.invite_only === 0) return "a **public** channel";
  return channel.history_public_to_subscribers === 1
    ? "a **private** channel with **shared history**"
    : "a **private** channel with **protected history**";
}
