import { stateSlice } from "../../../realm/state-slice.ts";
import { shownTo, shownTopics } from "./events.ts";
import { mutedTopics, policiesOf } from "./topic-visibility.ts";

export const topicPreferenceState = stateSlice({
  types: ["user_topic"],
  collect: ({ realm, actor }) => ({ preferences: actor === null ? [] : policiesOf(realm, actor.user_id) }),
  shape: ({ preferences }, client) => ({
    user_topics: preferences.map(({ channel_id, topic, updated_at, policy }) => ({
      stream_id: channel_id,
      topic_name: shownTo(client, topic),
      last_updated: updated_at,
      visibility_policy: policy,
    })),
  }),
});

/** Muted topics in the older form. Omitted if a client fetches the newer form. */
export const mutedTopicState = stateSlice({
  types: ["muted_topics"],
  collect: ({ realm, actor, client, fetches }) => {
    if (fetches("user_topic")) return {};
    return { muted_topics: actor === null ? [] : shownTopics(mutedTopics(realm, actor.user_id), client) };
  },
});
