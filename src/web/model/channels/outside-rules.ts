import type { ChannelId } from "../ids.ts";
import { hasPermission } from "../people/permissions.ts";
import { topicNameKey } from "../routes/conversation.ts";
import type { Route } from "../routes/place.ts";
import type { Channel, OutsideAccess, OutsideLink, State } from "../state.ts";
import { canRead, hasOneConversation, topicsPolicy } from "./channel-rules.ts";
import { channelById } from "./channels.ts";

/** Returns the open outside links to a channel as a whole and, if a topic is given, to that topic. */
export const openLinks = (state: State, channel: ChannelId, topic?: string): readonly OutsideLink[] =>
  (state.outside_links ?? []).filter(
    (link) =>
      link.channel_id === channel &&
      (link.topic === null || (topic !== undefined && topicNameKey(link.topic) === topicNameKey(topic))),
  );

/** When the last of these links expires, in seconds since 1970. */
export const lastEnd = (links: readonly OutsideLink[]): number =>
  Math.max(...links.map(({ expires_at }) => expires_at));

/** True unless the user joined through an outside link that doesn't allow uploads. */
export const canUpload = ({ outside_access }: Pick<State, "outside_access">): boolean =>
  outside_access?.can_upload !== false;

/** True if the user can create outside links to a channel. */
export const canInviteOutside = (state: State, channel: Channel): boolean =>
  !channel.is_archived && canRead(state, channel) && hasPermission(state, "can_create_outside_links_group");

export const canEndLink = (state: State, { creator_id }: Pick<OutsideLink, "creator_id">): boolean =>
  state.is_admin || creator_id === state.user_id;

/**
 * First view for someone who joined through an outside link: their topic, or the channel's feed or only conversation.
 */
export function outsideHome(state: State, { channel_id, topic }: OutsideAccess): Route {
  if (topic !== null) return { view: "topic", channel: channel_id, topic };
  const channel = channelById(state, channel_id);
  return channel !== undefined && hasOneConversation(state, channel)
    ? { view: "topic", channel: channel_id, topic: "" }
    : { view: "channel", channel: channel_id };
}

/**
 * True if the user is outside the organization and a message in the channel needs no topic. Such users can write
 * immediately, without choosing a topic first.
 */
export function writesAtOnce(state: State, id: ChannelId | undefined): boolean {
  if (!state.outside_access || id === undefined) return false;
  const channel = channelById(state, id);
  return channel !== undefined && topicsPolicy(state, channel) !== "disable_empty_topic";
}

/** True if someone who joined through an outside link can see a place. */
export function isWithinAccess(place: Route, { channel_id, topic }: OutsideAccess): boolean {
  if (place.view === "topic" && topic !== null)
    return place.channel === channel_id && topicNameKey(place.topic) === topicNameKey(topic);
  const isOfChannel = place.view === "topic" || place.view === "topics" || place.view === "channel";
  return isOfChannel && place.channel === channel_id && topic === null;
}
