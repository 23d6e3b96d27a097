import type { ChannelId } from "../../model/ids.ts";
import type { Place } from "../../model/place.ts";
import type { State } from "../../model/state.ts";

/** One of the choices of `web_channel_default_view`: a channel opens as one feed of its messages. */
const AS_FEED = 2;

/** What a channel opens as: the list of its topics, unless one has chosen its messages. */
export const placeOfChannel = ({ user_settings }: State, channel: ChannelId): Place =>
  user_settings.web_channel_default_view === AS_FEED ? { view: "channel", channel } : { view: "topics", channel };
