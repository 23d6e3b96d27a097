import { subscriptionTo } from "../channels/channels.ts";
import { VISIBILITY, visibilityOf } from "../channels/topics.ts";
import type { ChannelId } from "../ids.ts";
import type { State } from "../state.ts";

/** Whether a topic is hidden: it is muted, or in a muted channel and neither followed nor unmuted. */
export const isHidden = (state: State, channel: ChannelId, topic: string): boolean =>
  hides(state, channel, visibilityOf(state, channel, topic));

/** Whether a topic of a channel is hidden, given its visibility policy. */
export function hides(state: State, channel: ChannelId, visibility: number): boolean {
  if (visibility === VISIBILITY.muted) return true;
  return visibility === VISIBILITY.inherited && subscriptionTo(state, channel)?.is_muted === true;
}
