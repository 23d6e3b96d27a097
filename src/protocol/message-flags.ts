/** The protocol's message flags (seed 2.14), in the order that messages list them. */
export const flagNames = [
  "read",
  "starred",
  "collapsed",
  "mentioned",
  "stream_wildcard_mentioned",
  "topic_wildcard_mentioned",
  "has_alert_word",
  "historical",
  "wildcard_mentioned",
  "hide_link_previews",
] as const;
export type FlagName = (typeof flagNames)[number];
