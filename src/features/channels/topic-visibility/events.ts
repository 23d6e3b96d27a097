import * as v from "valibot";
import { shownTopic } from "../../../protocol/limits.ts";
import { event } from "../../../realm/events/event.ts";
import { can, type QueueClient } from "../../../realm/events/queue-client.ts";

type Client = Pick<QueueClient, "capabilities">;
const allowsEmpty = (client: Client) => can(client, "empty_topic_name");
/** Returns a topic name for a client. Clients that don't support the empty name receive its display name. */
export const shownTo = (client: Client, topic: string) => shownTopic(topic, allowsEmpty(client));

export const topicPreferenceChanged = event({
  type: "user_topic",
  fields: {
    stream_id: v.number(),
    topic_name: v.string(),
    last_updated: v.number(),
    visibility_policy: v.number(),
  },
  adapt: ({ topic_name, ...rest }, client) => ({ ...rest, topic_name: shownTo(client, topic_name) }),
});

/** True for clients that request the older event but not the newer one (register-and-events.md 5.3). */
export const wantsMutedTopics = ({ event_types }: Pick<QueueClient, "event_types">) =>
  event_types?.includes("muted_topics") === true && !event_types.includes("user_topic");

export const topicsMuted = event({
  type: "muted_topics",
  fields: { muted_topics: v.array(v.tuple([v.string(), v.string(), v.number()])) },
  wants: wantsMutedTopics,
  adapt: ({ muted_topics }, client) => ({ muted_topics: shownTopics(muted_topics, client) }),
});

export const shownTopics = (topics: readonly [string, string, number][], client: Client) =>
  topics.map(([channel, topic, at]) => [channel, shownTo(client, topic), at]);
