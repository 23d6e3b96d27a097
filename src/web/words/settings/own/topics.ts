import { catalog } from "../../catalog.ts";

export const topicSettingsWords = catalog("topicSettings", {
  rows: {
    automatically_follow_topics_policy: "Follow topics",
    automatically_unmute_topics_in_muted_streams_policy: "Unmute topics in muted channels",
    automatically_follow_topics_where_mentioned: "Follow topics in which I am mentioned",
    resolved_topic_notice_auto_read_policy: "Notices about resolved topics count as read",
    yours: "Topics with a rule of their own",
  },
  hints: {},
  options: {
    automatically_follow_topics_policy: {
      1: "That I write, react or vote in",
      2: "That I write in",
      3: "That I begin",
      4: "Never",
    },
    automatically_unmute_topics_in_muted_streams_policy: {
      1: "That I write, react or vote in",
      2: "That I write in",
      3: "That I begin",
      4: "Never",
    },
    resolved_topic_notice_auto_read_policy: {
      always: "Always",
      except_followed: "But for topics that I follow",
      never: "Never",
    },
  },
  automatic: "Automatically",
  policies: { 0: "As its channel", 1: "Muted", 2: "Unmuted", 3: "Followed" },
  policyOf: (topic: string) => `Rule for ${topic}`,
  remove: (topic: string) => `As its channel: ${topic}`,
  none: "No topic has a rule of its own.",
  noneHint: "You can follow or mute a topic from its menu.",
  find: "Find a topic",
  notFound: "No topic is called that.",
});
