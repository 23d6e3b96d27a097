import type { Client } from "../../../client/client.ts";
import { indexed, type Named } from "../../../model/completion/ranked.ts";
import type { ChannelId } from "../../../model/ids.ts";

/** The index of each list of topics. The key is the list, which is replaced on each change; it can have thousands. */
const indexes = new WeakMap<object, readonly Named<string>[]>();

/** The topics of a channel, the newest first; none until they are loaded. Callers within a signal follow the changes. */
export function topicsOf(client: Client, channel: ChannelId): readonly Named<string>[] {
  const { topics } = client.topics.of(channel).value;
  if (topics === undefined) {
    client.topics.ask(channel);
    return [];
  }
  const known = indexes.get(topics);
  if (known !== undefined) return known;
  const index = indexed(
    topics.map(({ name }) => name),
    (name) => [name === "" ? client.watch().realm_empty_topic_display_name : name],
  );
  indexes.set(topics, index);
  return index;
}
