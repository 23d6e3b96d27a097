import { useEffect } from "preact/hooks";
import { type ChannelPlace, followNews } from "../../client/background/channel-news.ts";
import { useClient } from "../../client/client.ts";
import { subscriptionTo } from "../../model/channels/channels.ts";

export interface NewsOfChannelProps {
  readonly place: ChannelPlace;
}

/** Keeps a place up to date if the user isn't subscribed to its channel and so gets no events. Renders nothing. */
export function NewsOfChannel({ place }: NewsOfChannelProps) {
  const client = useClient();
  const isIn = subscriptionTo(client.watch("channels"), place.channel) !== undefined;
  useEffect(() => (isIn ? undefined : followNews(client, place)), [client, place, isIn]);
  return null;
}
