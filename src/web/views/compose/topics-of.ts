import type { Client } from "../../client/client.ts";
import type { ChannelId } from "../../model/ids.ts";

/** The names of a channel's topics, the newest first; none until they are known. Whoever asks for them follows them. */
export function topicsOf(client: Client, channel: ChannelId): readonly string[] {
  const { topics } = client.topics.of(channel).value;
  if (topics === undefined) client.topics.ask(channel);
  return topics?.map(({ name }) => name) ?? [];
}
