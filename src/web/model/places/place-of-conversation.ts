import type { Conversation } from "./conversation.ts";
import type { Place } from "./place.ts";

export const placeOfConversation = (to: Conversation): Extract<Place, { view: "topic" | "direct" }> =>
  to.kind === "topic" ? { view: "topic", channel: to.channel, topic: to.topic } : { view: "direct", users: to.users };
