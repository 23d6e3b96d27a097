import { feature } from "../../../feature.ts";
import { topicPreferenceChanged, topicsMuted } from "./events.ts";
import { muteTopicEndpoint } from "./mute-topic.ts";
import { schema } from "./rows.ts";
import { setTopicPreferenceEndpoint } from "./set-topic-preference.ts";
import { mutedTopicState, topicPreferenceState } from "./state.ts";

/** What each user wants to see of single topics: less than the channel, or more. */
export const topicPreferences = feature({
  name: "topic-preferences",
  schema,
  endpoints: [setTopicPreferenceEndpoint, muteTopicEndpoint],
  events: [topicPreferenceChanged, topicsMuted],
  state: [topicPreferenceState, mutedTopicState],
});
