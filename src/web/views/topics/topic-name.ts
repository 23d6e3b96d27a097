import type { State } from "../../model/state.ts";

/** What a topic is called for people: the one without a name has the organization's name for it. */
export const topicName = ({ realm_empty_topic_display_name }: State, topic: string): string =>
  topic === "" ? realm_empty_topic_display_name : topic;
