import { subscriptionTo } from "./channels.ts";
import type { ChannelId } from "./ids.ts";
import type { State } from "./state.ts";
import { VISIBILITY, visibilityOf } from "./topics.ts";

/** Whether one does not want to hear of a topic: muted, or in a muted channel and neither followed nor unmuted. */
export function isHidden(state: State, channel: ChannelId, topic: string): boolean {
  const visibility = visibilityOf(state, channel, topic);
  if (visibility === VISIBILITY.muted) return true;
  return visibility === VISIBILITY.inherited && subscriptionTo(state, channel)?.is_muted === true;
}
