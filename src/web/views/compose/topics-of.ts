import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import type { ChannelId } from "../../model/ids.ts";

/** For how long a list of topics is taken as it is. */
const FRESH_MS = 60_000;

interface Known {
  readonly topics: Signal<readonly string[] | undefined>;
  askedAt: number;
}

const knownOf = new WeakMap<Client, Map<ChannelId, Known>>();

/** The topics of a channel, the newest first; undefined until they are known. Asking again later brings new ones. */
export function topicsOf(client: Client, channel: ChannelId): ReadonlySignal<readonly string[] | undefined> {
  const channels = knownOf.get(client) ?? new Map<ChannelId, Known>();
  knownOf.set(client, channels);
  const known = channels.get(channel) ?? { topics: signal(undefined), askedAt: Number.NEGATIVE_INFINITY };
  channels.set(channel, known);
  if (performance.now() - known.askedAt > FRESH_MS) {
    known.askedAt = performance.now();
    client.api
      .get<{ topics: readonly { readonly name: string }[] }>(`/users/me/${channel}/topics`, {
        allow_empty_topic_name: true,
      })
      .then(
        ({ topics }) => {
          known.topics.value = topics.map(({ name }) => name);
        },
        () => {
          known.askedAt = Number.NEGATIVE_INFINITY;
        },
      );
  }
  return known.topics;
}
