import type { ChannelId } from "../ids.ts";
import type { State } from "../state.ts";
import { channelsByName } from "./channel-list.ts";

const NEW_FOR_SECONDS = 7 * 24 * 3600;

/**
 * The public channels that the user created within the last week, except default channels. `now` is in seconds since
 * 1970.
 */
export const ownNewChannels = (state: State, now: number): readonly ChannelId[] =>
  channelsByName(state)
    .filter((one) => one.creator_id === state.user_id && one.date_created > now - NEW_FOR_SECONDS)
    .filter((one) => !one.invite_only && !one.is_archived)
    .filter(({ stream_id }) => !state.realm_default_streams.includes(stream_id))
    .map(({ stream_id }) => stream_id);
