import { channelById } from "./channels/channels.ts";
import type { ChannelId } from "./ids.ts";
import type { State } from "./state.ts";

/** More people than this are many: mentioning all of them takes a permission. */
const MANY = 15;

/** How many people are in a channel, where they are many. */
export function manyIn(state: State, channel: ChannelId): number | undefined {
  const count = channelById(state, channel)?.subscriber_count ?? 0;
  return count > MANY ? count : undefined;
}
