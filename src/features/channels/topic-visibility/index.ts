import { feature } from "../../../feature.ts";
import { topicPreferenceChanged, topicsMuted } from "./events.ts";
import {
  mutedTopicState,
  muteTopicEndpoint,
  preferenceArchive,
  schema,
  setTopicPreferenceEndpoint,
  topicPreferenceState,
} from "./topic-visibility.ts";

/** Visibility policies: which topics each user mutes, unmutes or follows. */
export const topicPreferences = feature({
  name: "topic-preferences",
  schema,
  personal: { topic_preferences: { user: "user_id" } },
  archive: preferenceArchive,
  endpoints: [setTopicPreferenceEndpoint, muteTopicEndpoint],
  events: [topicPreferenceChanged, topicsMuted],
  state: [topicPreferenceState, mutedTopicState],
});
