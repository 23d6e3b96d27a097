import type { State } from "../../model/state.ts";

/** The name of a topic; the topic without a name has a name that the organization gives it. */
export const topicName = ({ realm_empty_topic_display_name }: State, topic: string): string =>
  topic === "" ? realm_empty_topic_display_name : topic;
