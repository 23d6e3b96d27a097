import { channelById } from "./channels/channels.ts";
import type { ChannelId } from "./ids.ts";
import type { State } from "./state.ts";

/** The number of people above which mentioning all of them takes a permission. */
const MANY_PEOPLE = 15;

/** The number of people in a channel if mentioning them all takes a permission; otherwise undefined. */
export function manyIn(state: State, channel: ChannelId): number | undefined {
  const count = channelById(state, channel)?.subscriber_count ?? 0;
  return count > MANY_PEOPLE ? count : undefined;
}
