import { EMPTY_TOPIC_DISPLAY_NAME } from "./limits.ts";

/** A topic's name for a client, which gets the display name of the empty topic unless it supports empty names. */
export const shownTopic = (name: string, allowsEmpty: boolean) =>
  name === "" && !allowsEmpty ? EMPTY_TOPIC_DISPLAY_NAME : name;
